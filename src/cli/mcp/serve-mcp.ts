import { createPetModel } from '../../contract/pet.ts';
import { McpServer, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ControlOptions } from '../../client/send.ts';
import { decisionsIn } from '../../contract/dialect.ts';
import type { Json } from '../../contract/json-schema.ts';
import { createRequestLog } from '../../server/log.ts';
import { secretsOf, serverDefaults, type ServerOptions } from '../../server/options.ts';
import { version } from '../../version.ts';
import { findConfigFile, readConfigFile } from '../config-file.ts';
import { followUncaught, UsageError } from '../errors.ts';
import { readOptions } from '../server-options.ts';
import type { ServerArguments } from '../serve.ts';
import { chooseSettings, valuesOf, type Settings } from '../settings.ts';
import { followSignals } from '../signals.ts';
import { createOperationTable, ownOperations } from '../../service/table.ts';
import { loadOperations } from '../../server/module-lists.ts';
import { warn } from '../warn.ts';
import { createSession } from './session.ts';
import { createControlTools, type Tool } from './tools.ts';

const listed = ownOperations().map(({ name, method, path }) => `${name} (${method} ${path})`);
const instructions = `Controls a mock of the Pet Catalog service. Its operations are ${listed.join(', ')},
and those that the mock was given besides; each request brings a key in the header X-API-Key, any
that is not empty unless keysRequired says otherwise. Call start to get the URL that an app is to call.
Seed the pets or choose a scenario, make calls fail with add_fault, let the app run, and check what it
sent with verify_requests or list_requests. reset brings everything back to the start.`;

export interface McpArguments extends Pick<ServerArguments, 'settings' | 'config'> {
  /** Of a server that runs already. */
  readonly url?: string;
}

/** Serves the tools until standard input ends or a signal comes; nothing is left running then. */
export async function serveMcp({
  settings: given,
  url,
  config = url === undefined ? findConfigFile() : undefined,
}: McpArguments): Promise<void> {
  // Standard output is the protocol's: what a module of the user's prints would break it.
  console.log = console.info = console.debug = console.error;
  const logUncaught = followUncaught();
  const settings = chooseSettings(given, config === undefined ? [] : await readConfigFile(config));
  const other = url === undefined ? undefined : toControlOptions(url, settings);
  // What is wrong with the command is said at once, not by the first tool.
  const options: ServerOptions = other ? {} : await readOptions(settings);
  if (options.admin === false) {
    const { label } = settings.get('admin')!;
    throw new UsageError(`"mcp" needs the control plane, which ${label} turns off`);
  }
  const session = createSession(other ? new Map() : settings, other);
  logUncaught(createRequestLog('none', { secrets: secretsOf(valuesOf(settings)) }).error);
  // The client has gone, or a signal has come: what was asked for and what was started goes with it.
  const end = (status: number) => void session.stop().finally(() => process.exit(status));
  followSignals(() => end(0));
  process.stdin.once('close', () => end(0));
  process.stdout.once('error', () => end(0));
  const tools = [...session.tools, ...createControlTools(session.send)];
  const readDocument = async () => {
    const { createOpenApi } = await import('../../service/openapi.ts');
    const { baseUrl: serverUrl = serverDefaults.baseUrl, operations: own = [] } = options;
    const dialect = decisionsIn(options.dialect);
    const loaded =
      typeof own === 'string' ? (await loadOperations({ path: own, warn })).operations : own;
    return createOpenApi({
      serverUrl,
      dialect,
      operations: createOperationTable(loaded, createPetModel(dialect)).all,
    });
  };
  const create = () => {
    const server = createServer(tools, readDocument);
    // Also at a message that is too long to be read: nothing after it is heard.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- It is no EventTarget.
    server.server.onclose = () => end(process.stdin.readableEnded ? 0 : 1);
    return server;
  };
  serveStdio(create, { onerror: warn });
}

function createServer(tools: readonly Tool[], readDocument: () => Promise<object>): McpServer {
  const server = new McpServer({ name: 'pet-catalog-mock', version }, { instructions });
  for (const { name, description, inputSchema, annotations, run } of tools) {
    const shown = { description, inputSchema: asStandardSchema(inputSchema), annotations };
    server.registerTool(name, shown, async (args, { mcpReq }) => {
      const text = await run(args, mcpReq.signal);
      return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Json };
    });
  }
  const about = {
    title: 'The Pet Catalog service',
    description: 'The OpenAPI 3.1 document of the service that is mocked.',
    mimeType: 'application/json',
  };
  const read = async ({ href: uri }: URL) => {
    return { contents: [{ uri, text: JSON.stringify(await readDocument()) }] };
  };
  server.registerResource('openapi', 'pet-catalog://openapi.json', about, read);
  return server;
}

/** Passes all arguments on: the checks of the mock have the better messages. */
function asStandardSchema(schema: Json): StandardSchemaWithJSON<Json, Json> {
  const validate = (value: unknown) => ({ value: value as Json });
  const jsonSchema = { input: () => schema, output: () => schema };
  return { '~standard': { version: 1, vendor: 'pet-catalog-mock', validate, jsonSchema } };
}

function toControlOptions(url: string, settings: Settings): ControlOptions {
  for (const { option, label } of settings.values()) {
    if (option.name === 'apiKeys' || option.name === 'adminToken' || !label.startsWith('-'))
      continue;
    throw new UsageError(`${label} is for a server that is started: it cannot be used with --url`);
  }
  const { apiKeys: [apiKey, ...more] = [], adminToken: token } = valuesOf(settings);
  if (more.length > 0) throw new UsageError('--url takes one --api-key, the one that it sends');
  return { url, apiKey, token };
}
