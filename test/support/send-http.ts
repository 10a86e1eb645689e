import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { complete, type CaseRequest } from '../../src/verify/cases/case.ts';
import type { Answer, Sent } from './answer.ts';

/**
 * Sends a request over a connection of its own, with its path exactly as it is written: `fetch`
 * would make a URL of it first.
 */
export async function sendHttp(port: number, { body, ...sent }: Sent): Promise<Answer> {
  const outgoing = request({ host: '127.0.0.1', port, agent: false, ...sent });
  // A server that refuses a body may close before it is sent; `once` tells of what comes before.
  outgoing.on('error', () => {});
  if (body !== undefined) outgoing.setHeader('Content-Length', Buffer.byteLength(body));
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const bytes = await buffer(incoming);
  outgoing.destroy();
  const all = Object.entries(incoming.headersDistinct as Record<string, string[]>);
  const twice = all.find(([, values]) => values.length > 1);
  if (twice) throw new Error(`The header ${twice[0]} came twice`);
  return {
    status: incoming.statusCode!,
    statusText: incoming.statusMessage!,
    headers: Object.fromEntries(all.map(([name, values]) => [name, values[0]!])),
    body: new Uint8Array(bytes),
  };
}

/** Sends a request by `fetch`, as clients do. */
export function sendFetch(origin: string, given: CaseRequest): Promise<Response> {
  const { path, ...init } = complete(given);
  return fetch(origin + path, init as RequestInit);
}
