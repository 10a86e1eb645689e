import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * A `fetch` for control requests in happy-dom. happy-dom's own `fetch` applies CORS, which the control
 * plane does not have.
 */
export const plainFetch: typeof fetch = async (input, init = {}) => {
  const { method = 'GET', body, signal } = init;
  const headers = Object.fromEntries(new Headers(init.headers));
  return new Promise((resolve, reject) => {
    const sent = request(String(input), { method, headers, signal: signal ?? undefined });
    sent.once('error', reject);
    sent.once('response', (response) => {
      buffer(response).then((bytes) => {
        const status = response.statusCode!;
        const type = response.headers['content-type'];
        const about = { status, ...(type && { headers: { 'Content-Type': type } }) };
        resolve(new Response(status === 204 ? null : bytes, about));
      }, reject);
    });
    sent.end(body);
  });
};
