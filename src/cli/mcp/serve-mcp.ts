import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ControlOptions } from '../../client/send.ts';
import type { Json } from '../../contract/json-schema.ts';
import { createRequestLog } from '../../server/log.ts';
import { version } from '../../version.ts';
import { findConfigFile, readConfigFile } from '../config-file.ts';
import { logUncaught, UsageError, warn } from '../errors.ts';
import { readOptions } from '../server-options.ts';
import type { ServerArguments } from '../serve.ts';
import { chooseSettings, valuesOf } from '../settings.ts';
import { followSignals } from '../signals.ts';
import { ownOperations } from '../../service/table.ts';
import { createSession, type Session } from './session.ts';
import { createControlTools } from './tools.ts';

const listed = ownOperations().map(({ name, method, path }) => `${name} (${method} ${path})`);
const instructions = `Controls a mock of the Pet Catalog service. Its operations are ${listed.join(', ')},
and those that the mock was given besides; each request brings a key in the header X-API-Key, any
that is not empty unless keysRequired says otherwise. Call start to get the URL that an app is to call.
Seed the pets or choose a scenario, make calls fail with add_fault, let the app run, and check what it
sent with verify_requests or list_requests. reset brings everything back to the start.`;

export interface McpArguments extends Pick<ServerArguments, 'settings' | 'config'> {
  /** The URL of a server that runs already. */
  readonly url?: string;
}

/** Serves the tools until standard input ends or a signal comes, and stops what it has started. */
export async function serveMcp(given: McpArguments): Promise<void> {
  // Standard output belongs to the protocol: a module of the user's must not print there.
  console.log = console.info = console.debug = console.error;
  const session = await openSession(given);
  logUncaught(createRequestLog('none').error);
  const end = () => void session.stop().finally(() => process.exit(0));
  followSignals(end);
  process.stdin.once('close', end);
  process.stdout.once('error', end);
  serveStdio(() => createServer(session), { onerror: warn });
}

/** Opens the session of a command line. Wrong options are reported at once. */
export async function openSession({ settings, url, config }: McpArguments): Promise<Session> {
  if (url !== undefined) return createSession(new Map(), toControlOptions(url, settings));
  const file = config || findConfigFile();
  const chosen = chooseSettings(settings, file === undefined ? [] : await readConfigFile(file));
  const { admin } = await readOptions(chosen);
  if (admin !== false) return createSession(chosen);
  const { label } = chosen.get('admin')!;
  throw new UsageError(`"mcp" needs the control plane, which ${label} turns off`);
}

/** Creates an MCP server whose tools control the server of a session. */
export function createServer(session: Session): McpServer {
  const server = new McpServer({ name: 'pet-catalog-mock', version }, { instructions });
  for (const tool of [...session.tools, ...createControlTools(session.send)]) {
    const { name, inputSchema, run, ...shown } = tool;
    server.registerTool(
      name,
      { ...shown, inputSchema: asStandardSchema(inputSchema) },
      async (args, { mcpReq }) => {
        const text = await run(args, mcpReq.signal);
        return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Json };
      },
    );
  }
  const about = {
    title: 'The Pet Catalog service',
    description: 'The OpenAPI 3.1 document of the service that is mocked.',
    mimeType: 'application/json',
  };
  server.registerResource(
    'openapi',
    'pet-catalog://openapi.json',
    about,
    async ({ href: uri }) => ({
      contents: [{ uri, text: await session.readDocument() }],
    }),
  );
  return server;
}

/** Passes all arguments on: the checks of the mock have the better messages. */
function asStandardSchema(schema: Json): StandardSchemaWithJSON<Json, Json> {
  const validate = (value: unknown) => ({ value: value as Json });
  const jsonSchema = { input: () => schema, output: () => schema };
  return { '~standard': { version: 1, vendor: 'pet-catalog-mock', validate, jsonSchema } };
}

/** @throws UsageError for a flag that only a new server can use. Variables of a server are ignored. */
function toControlOptions(url: string, settings: McpArguments['settings']): ControlOptions {
  const isOwn = (name: string) => name === 'apiKeys' || name === 'adminToken';
  const other = settings[0]?.find(({ option }) => !isOwn(option.name));
  if (other) {
    const problem = 'is for a server that is started: it cannot be used with --url';
    throw new UsageError(`${other.label} ${problem}`);
  }
  const sent = settings.map((source) => source.filter(({ option }) => isOwn(option.name)));
  const { apiKeys: [apiKey, ...more] = [], adminToken: token } = valuesOf(chooseSettings(sent, []));
  if (more.length > 0) throw new UsageError('--url takes one --api-key, the one that it sends');
  return { url, apiKey, token };
}
