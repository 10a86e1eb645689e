import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { onTurn } from './connection.ts';
import { refuseUnloaded, untilLoaded } from './lazy-part.ts';
import type { RequestLog } from './log.ts';

type Next = (error?: unknown) => void;
type App = (req: IncomingMessage, res: ServerResponse, next?: Next) => void;

/** An Express app, by what others need of it: they may have no types of Express. */
export interface PetCatalogApp {
  /** For `use(...)` of Express and connect, and for `createServer(...)` of Node. */
  (req: IncomingMessage, res: ServerResponse, next?: Next): void;
  /** Serves it alone, over HTTP. */
  listen(port?: number, host?: string, callback?: () => void): Server;
}

/**
 * An app that is loaded from now on: requests wait until it is there. Whoever only imports the entry
 * loads neither Express nor msw.
 */
export function createLateApp(
  load: () => Promise<RequestListener>,
  log: RequestLog,
): PetCatalogApp {
  let app: App | undefined;
  const loadApp = untilLoaded(async () => (app = (await load()) as App));
  // The next request tries again.
  loadApp().catch(() => {});

  const late: App = (req, res, next) => {
    if (!res.socket && req.headers.expect !== undefined) {
      // Node has queued its `100 Continue`, and would put it behind the head of this response.
      onTurn(res, () => late(req, res, next));
      return;
    }
    if (app) {
      handle(app, req, res, next);
      return;
    }
    loadApp().then(
      (loaded) => handle(loaded, req, res, next),
      (error: unknown) => refuseUnloaded(error, req, res, log),
    );
  };
  return Object.assign(late, {
    listen: (...args: Parameters<PetCatalogApp['listen']>) => createServer(late).listen(...args),
  });
}

/** Express gives a request and its response prototypes of its own, which are not for the other app. */
function handle(app: App, req: IncomingMessage, res: ServerResponse, next: Next | undefined): void {
  if (!next) {
    app(req, res);
    return;
  }
  const [ofRequest, ofResponse] = [req, res].map((one) => Object.getPrototypeOf(one) as object);
  app(req, res, (error) => {
    Object.setPrototypeOf(req, ofRequest!);
    Object.setPrototypeOf(res, ofResponse!);
    next(error);
  });
}
