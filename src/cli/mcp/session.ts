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

/** What a client is told of the server that is controlled. */
export interface Controlled extends ServerInfo {
  url: string;
  /** Pages of a server that this session has started. */
  dashboard?: string;
  docs?: string;
  openapi?: string;
}

/** Which server the tools control: one that the session starts, or one that runs. */
export interface Session {
  /** Sends to the server that is controlled; starts it if there is none. */
  send: Send;
  /** Gives the session's own server; starts it, anew where there are settings. */
  start(settings: readonly Setting[]): Promise<Controlled>;
  attach(options: ControlOptions, signal: AbortSignal): Promise<Controlled>;
  /** Stops the session's own server. The next call begins as the first did. */
  stop(): Promise<void>;
}

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
export function createSession(settings: Settings, first?: ControlOptions): Session {
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

  async function begin(): Promise<Target> {
    target ??= first ? toTarget(first) : await startOwn([]);
    return target;
  }

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

  async function stopOwn(): Promise<void> {
    const stopped = own?.server;
    own = undefined;
    target = undefined;
    await stopped?.close();
  }

  return {
    send: async (request) => (await inTurn(begin)).send(request),
    // Described in its turn: the next may replace it.
    start: (given) => inTurn(async () => describe(await startOwn(given))),
    async attach(options, signal) {
      const other = toTarget(options);
      // Not in turn: it may never answer.
      const controlled = await describe(other, signal);
      await inTurn(async () => (target = other));
      return controlled;
    },
    stop: () => inTurn(stopOwn),
  };
}

async function describe({ send, url, server }: Target, signal?: AbortSignal): Promise<Controlled> {
  const info = (await (await send({ path: '/info', signal })).json()) as ServerInfo;
  if (!server) return { url, ...info };
  const { origin } = new URL(url);
  return {
    url,
    dashboard: `${origin}/`,
    docs: `${origin}/docs`,
    openapi: `${origin}/openapi.json`,
    ...info,
  };
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
