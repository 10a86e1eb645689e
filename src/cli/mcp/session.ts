import * as v from 'valibot';
import { createSend, type ControlOptions, type Send } from '../../client/send.ts';
import type { ServerInfo } from '../../client/control.ts';
import { createInput, described, namedTexts, optional } from '../../contract/input.ts';
import { toSchema, type Json } from '../../contract/json-schema.ts';
import { serverDefaults, type ServerOptions } from '../../server/options.ts';
import { start, type RunningServer } from '../../server/start.ts';
import { createConfigSchema } from '../config-schema.ts';
import { UsageError } from '../errors.ts';
import { explainStart, readOptions } from '../server-options.ts';
import {
  chooseSettings,
  commandOptions,
  createSetting,
  optionOf,
  type Setting,
  type Settings,
} from '../settings.ts';
import { noInput, toText, type Tool } from './tools.ts';

interface Target {
  readonly send: Send;
  readonly url: string;
  /** The session's own. */
  readonly server?: RunningServer;
}

/** Which server the tools control: one that the session starts, or one that runs. */
export interface Session {
  /** Sends to the server that is controlled, and starts it if there is none. */
  readonly send: Send;
  /** Reads the OpenAPI document of that server, as text. */
  readDocument(): Promise<string>;
  /** Stops the server of the session. The next call starts another. */
  stop(): Promise<void>;
  /** The tools that choose which server the others control. */
  readonly tools: readonly Tool[];
}

/**
 * @param settings The settings of the command.
 * @param other The server that the command names: then none is started until `start` is called.
 */
export function createSession(settings: Settings, other?: ControlOptions): Session {
  const first = other && toTarget(other);
  let target: Target | undefined = first;
  let own: Target | undefined;
  /** The port of the last start: the next one takes it again. A start that fails leaves none. */
  let lastPort: number | undefined;

  // Calls may come at once. Each begins when the one before has ended.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run);
    last = turn.catch(() => {});
    return turn;
  };

  async function startOwn(given: readonly Setting[]): Promise<Target> {
    if (own && given.length === 0) return (target = own);
    const chosen = chooseSettings([given], [...settings.values()]);
    const options = await readOptions(chosen);
    await stopOwn();
    try {
      const server = await startAtPort(options, lastPort);
      const { url, port } = server;
      lastPort = port;
      own = { ...toTarget({ url: new URL(url).origin, token: options.adminToken }), url, server };
    } catch (error) {
      lastPort = undefined;
      throw explainStart(error, chosen);
    }
    return (target = own);
  }

  async function stopOwn(): Promise<void> {
    const server = own?.server;
    own = undefined;
    target = first;
    await server?.close();
  }

  const findTarget = () => inTurn(async () => target ?? startOwn([]));
  const stop = () => inTurn(stopOwn);
  const annotations = {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  };

  return {
    send: async (line, request) => (await findTarget()).send(line, request),
    async readDocument() {
      const { url } = await findTarget();
      return (await fetch(new URL('/openapi.json', url))).text();
    },
    stop,
    tools: [
      {
        name: 'start',
        description:
          'Starts the mock and returns its URLs. If this session already runs one, returns it; with options, ' +
          "replaces it. Options that are left out keep the command's values.",
        inputSchema: startSchema(),
        annotations,
        run(args) {
          const given = toSettings(args);
          return inTurn(async () => describe(await startOwn(given)));
        },
      },
      {
        name: 'attach',
        description:
          'Controls a mock that runs already instead of starting one. The mock that this session has ' +
          'started keeps running; start returns to it.',
        inputSchema: toSchema(attachInput.schema),
        annotations: { ...annotations, destructiveHint: false },
        async run(args, signal) {
          const attached = toTarget(attachInput.check(args));
          // It does not wait for its turn, because the request may never be answered.
          const controlled = await describe(attached, signal);
          await inTurn(async () => (target = attached));
          return controlled;
        },
      },
      {
        name: 'stop',
        description:
          'Stops the mock that this session has started, and leaves the one that it was attached to. ' +
          'The next call of a tool starts again like the first.',
        inputSchema: toSchema(noInput.schema),
        annotations,
        async run(args) {
          noInput.check(args);
          await stop();
          return toText({ done: true });
        },
      },
    ],
  };
}

/** The user chooses files, which may be programs, and who may reach the server. */
const startOptions = commandOptions
  .filter(({ group, form }) => (group === 'Pets' || group === 'Behaviour') && form !== 'file')
  .map(({ name }) => name)
  .concat('port');

/** Returns the part of the config file's schema that may be chosen here. */
function startSchema(): Json {
  const { properties } = createConfigSchema() as { properties: Json };
  const chosen = Object.entries(properties).filter(([name]) => startOptions.includes(name));
  return { type: 'object', properties: Object.fromEntries(chosen), additionalProperties: false };
}

/** Reads options as a config file has them. @throws UsageError for any other option. */
function toSettings(args: Json): Setting[] {
  return Object.entries(args).map(([name, value]) => {
    if (startOptions.includes(name)) return createSetting(optionOf(name), `"${name}"`, value, '');
    const known = `The options are: ${startOptions.join(', ')}`;
    throw new UsageError(`start has no option ${JSON.stringify(name)}. ${known}`);
  });
}

const text = v.string('a string');
const texts = namedTexts(text, text, 'an object of names and texts');
const attachFields = {
  url: described(
    text,
    'Its address: http://127.0.0.1:4020, or the path where an app has mounted it.',
  ),
  apiKey: optional(text, 'With isolation: the key whose catalog is controlled.'),
  headers: optional(texts, 'With isolation by a header: that header.'),
  token: optional(text, 'Its token, where it has one.'),
};
const attachInput = createInput(v.strictObject(attachFields, 'an object with "url"'), 'The call');

/** Describes a server as JSON text; the session's own with its pages. */
async function describe({ send, url, server }: Target, signal?: AbortSignal): Promise<string> {
  const info = (await (await send('GET /info', { signal })).json()) as ServerInfo;
  const pageAt = (path: string) => new URL(path, url).href;
  const pages = server && {
    dashboard: pageAt('/'),
    docs: pageAt('/docs'),
    openapi: pageAt('/openapi.json'),
  };
  return toText({ url, ...pages, ...info });
}

function toTarget({ headers, ...options }: ControlOptions): Target {
  // A kept connection would lead to the old server at the same address.
  const closing = { ...Object.fromEntries(new Headers(headers)), connection: 'close' };
  return { send: createSend({ ...options, headers: closing }), url: String(options.url) };
}

/** Starts at the port that was chosen, or else at the last or the default one, or at a free one. */
function startAtPort(options: ServerOptions, lastPort = options.port ?? serverDefaults.port) {
  const port = options.port || lastPort;
  return start({ ...options, port }).catch((error: NodeJS.ErrnoException) => {
    if (options.port || error.code !== 'EADDRINUSE') throw error;
    return start({ ...options, port: 0 });
  });
}
