import { Client, InMemoryTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import { createServer } from '../../../src/cli/mcp/serve-mcp.ts';
import { commandFile } from './command.ts';
import { openSessionHere } from './in-process.ts';

/** Connects a client to the tools of `pet-catalog-mock mcp` in this process, until the test is over. */
export async function connectMcp(
  args: readonly string[] = ['--port', '0'],
  env: Record<string, string> = {},
) {
  const session = await openSessionHere(args, env);
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = createServer(session);
  await server.connect(theirs as never);
  onTestFinished(async () => {
    await server.close();
    await session.stop();
  });
  return { ...(await connect(ours)), session };
}

/** Starts `pet-catalog-mock mcp` as clients do; it ends with its client. */
export function connectProcess(args: readonly string[], env: Record<string, string> = {}) {
  return connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [commandFile, 'mcp', ...args],
      env: { PATH: process.env['PATH'] ?? '', ...env },
    }),
  );
}

async function connect(transport: Transport) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(transport);

  async function run(name: string, given: object = {}) {
    const result = await client.callTool({ name, arguments: { ...given } });
    const [first] = result.content;
    return { ...result, text: first?.type === 'text' ? first.text : '' };
  }
  return {
    client,
    /** Calls a tool that succeeds, and gives its result. */
    async call<Result = Record<string, unknown>>(name: string, given?: object) {
      const { isError, structuredContent, text } = await run(name, given);
      if (isError) throw new Error(`${name}: ${text}`);
      // Clients that know no structured results read the text.
      if (JSON.stringify(structuredContent) !== text) throw new Error(`${name} says two things`);
      return structuredContent as Result;
    },
    /** Calls a tool that fails, and gives its message. */
    async refused(name: string, given?: object) {
      const { isError, text } = await run(name, given);
      if (!isError) throw new Error(`${name} succeeded: ${text}`);
      return text;
    },
  };
}
