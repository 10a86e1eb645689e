import { request } from 'node:http';
import type { Answer, Sent } from './answer.ts';

/**
 * Sends a request over a connection of its own, with its path exactly as it is written: `fetch`
 * would make a URL of it first.
 */
export function sendHttp(port: number, { method, path, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers, agent: false },
      (incoming) => {
        // A server that refuses a body may close before it is sent; the answer is here by now.
        outgoing.off('error', reject).on('error', () => {});
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          outgoing.destroy();
          const names = incoming.rawHeaders.filter((_, index) => index % 2 === 0);
          const twice = names.find(
            (name, index) =>
              names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) !== index,
          );
          if (twice !== undefined) return reject(new Error(`The header ${twice} came twice`));
          resolve({
            status: incoming.statusCode!,
            statusText: incoming.statusMessage!,
            headers: Object.fromEntries(
              Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
            ),
            body: new Uint8Array(Buffer.concat(chunks)),
          });
        });
      },
    );
    outgoing.on('error', reject);
    if (body !== undefined) {
      outgoing.setHeader('Content-Length', Buffer.byteLength(body));
      outgoing.end(body);
    } else outgoing.end();
  });
}
