import { request } from 'node:http';

/**
 * A `fetch` for control requests that no environment stands in the way of: happy-dom's own keeps to
 * the origin of its page, and a control plane has no CORS.
 */
export const plainFetch: typeof fetch = async (input, init = {}) => {
  const { method = 'GET', body, signal } = init;
  const headers = Object.fromEntries(new Headers(init.headers));
  return new Promise((resolve, reject) => {
    const sent = request(String(input), { method, headers, signal: signal ?? undefined });
    sent.once('error', reject);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const status = response.statusCode!;
        const content = status === 204 ? null : Buffer.concat(chunks);
        const type = response.headers['content-type'];
        resolve(
          new Response(content, { status, ...(type && { headers: { 'Content-Type': type } }) }),
        );
      });
    });
    sent.end(body);
  });
};
