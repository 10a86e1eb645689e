import { createSend, type ControlOptions, type Send } from '../../client/send.ts';
import type { ServerInfo } from '../../client/control.ts';
import { resolveCatalogOptions } from '../../catalog/options.ts';
import {
  resolveServerOptions,
  serverCatalogOptions,
  serverDefaults,
  type ServerOptions,
} from '../../server/options.ts';
import { start, type RunningServer } from '../../server/start.ts';
import { explainStart } from '../serve.ts';
import { toServerOptions } from '../server-options.ts';
import { chooseSettings, type Setting, type Settings } from '../settings.ts';

/** Which server the tools control: one that the session starts, or one that runs. */
export type Session = ReturnType<typeof createSession>;

interface Target {
  send: Send;
  url: string;
  /** The session's own. */
  server?: RunningServer;
}

/**
 * @param settings Those of the command.
 * @param first The server that the command names: then none is started until `start` is called.
 */
export function createSession(settings: Settings, first?: ControlOptions) {
  let own: (Target & { server: RunningServer }) | undefined;
  let target: Target | undefined;
  /** A server that is started anew keeps its address. */
  let lastPort: number | undefined;

  // Calls may come at once: each begins when the one before has ended.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run);
    last = turn.catch(() => {});
    return turn;
  };

  async function startOwn(given: readonly Setting[]): Promise<Target> {
    if (own && given.length === 0) return (target = own);
    const chosen = chooseSettings(given, [...settings.values()]);
    const options = await readOptions(chosen);
    await stopOwn();
    try {
      const server = await startAtPort(options, lastPort);
      lastPort = server.port;
      const { send } = toTarget({ url: new URL(server.url).origin, token: options.adminToken });
      own = { send, url: server.url, server };
    } catch (error) {
      throw explainStart(error, chosen);
    }
    return (target = own);
  }

  /** Sends to the server that is controlled; starts it if there is none. */
  const send: Send = async (request) => {
    const begin = async () => (target ??= first ? toTarget(first) : await startOwn([]));
    return (await inTurn(begin)).send(request);
  };

  async function stopOwn(): Promise<void> {
    const stopped = own?.server;
    own = undefined;
    target = undefined;
    await stopped?.close();
  }

  return {
    send,
    /** Gives the session's own server; starts it, anew where there are settings. */
    // Described in its turn: the next may replace it.
    start: (given: readonly Setting[]) => inTurn(async () => describe(await startOwn(given))),
    async attach(options: ControlOptions, signal: AbortSignal) {
      const other = toTarget(options);
      // Not in turn: it may never answer.
      const controlled = await describe(other, signal);
      await inTurn(async () => (target = other));
      return controlled;
    },
    /** Stops the session's own server. The next call begins as the first did. */
    stop: () => inTurn(stopOwn),
  };
}

/** What a client is told of a server; of the session's own, with its pages. */
async function describe({ send, url, server }: Target, signal?: AbortSignal) {
  const info = (await (await send({ path: '/info', signal })).json()) as ServerInfo;
  const pageAt = (path: string) => new URL(path, url).href;
  const pages = server && {
    dashboard: pageAt('/'),
    docs: pageAt('/docs'),
    openapi: pageAt('/openapi.json'),
  };
  return { url, ...pages, ...info };
}

function toTarget({ headers, ...options }: ControlOptions): Target {
  // At an address where a server is started anew, a connection that is kept would be the old one's.
  const closing = { ...Object.fromEntries(new Headers(headers)), connection: 'close' };
  const send = createSend({ ...options, headers: closing });
  return { send, url: String(options.url) };
}

/** A port that nobody chose and that is taken is no reason not to start. */
async function startAtPort(options: ServerOptions, lastPort: number | undefined) {
  if (options.port) return start(options);
  try {
    return await start({ ...options, port: lastPort ?? options.port ?? serverDefaults.port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return start({ ...options, port: 0 });
  }
}

/**
 * Reads the options of a server and checks them as its start does, which may be much later, or end a
 * server that runs.
 *
 * @throws UsageError or FailedError, in the user's words.
 */
export async function readOptions(settings: Settings): Promise<ServerOptions> {
  try {
    const options = await toServerOptions(settings, 'none');
    resolveServerOptions(options);
    resolveCatalogOptions(serverCatalogOptions(options));
    return options;
  } catch (error) {
    throw explainStart(error, settings);
  }
}
