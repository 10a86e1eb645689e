import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { refusalOf, untilLoaded } from './lazy-part.ts';
import type { RequestLog } from './log.ts';
import { sendError } from './send.ts';
import { boundUnreadBody, hasBody } from './unread-body.ts';

export type App = (...args: Parameters<PetCatalogApp>) => void;

/** An Express app, by what others need of it: they may have no types of Express. */
export interface PetCatalogApp {
  /** For `use(...)` of Express and connect, and for `createServer(...)` of Node. */
  (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void): void;
  /** Serves it alone, over HTTP. */
  listen(port?: number, host?: string, callback?: () => void): Server;
}

/** An app that is loaded from now on. Whoever only imports the entry loads neither Express nor msw. */
export function createLateApp(load: () => Promise<App>, log: RequestLog): PetCatalogApp {
  const loadApp = untilLoaded(load);
  // The next request tries again.
  loadApp().catch(() => {});
  const late = whenLoaded(loadApp, log);
  return Object.assign(late, {
    listen: (...args: Parameters<PetCatalogApp['listen']>) => createServer(late).listen(...args),
  });
}

/** Has requests wait until the app is there that answers them. */
export function whenLoaded(loadApp: () => Promise<App>, log: RequestLog): App {
  let app: App | undefined;
  const late: App = (req, res, next) => {
    if (app) app(req, res, next);
    else {
      loadApp().then(
        (loaded) => (app = loaded)(req, res, next),
        (error: unknown) => {
          const { status, message, headers } = refusalOf(error, log);
          if (hasBody(req)) boundUnreadBody(req, res);
          sendError(res, status, message, headers);
        },
      );
    }
  };
  return late;
}
