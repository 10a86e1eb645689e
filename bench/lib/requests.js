import http from 'node:http';

export const apiKey = 'bench-key';

/**
 * One request over an agent, or over a connection of its own.
 *
 * @param {string} url
 * @param {{ method?: string, json?: unknown, agent?: http.Agent, timeout?: number }} [options]
 *   `timeout` in milliseconds, 10,000 by default
 * @returns {Promise<{ status: number, text: string }>}
 */
export function request(url, { method = 'GET', json, agent, timeout = 10_000 } = {}) {
  return new Promise((resolve, reject) => {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const headers = { 'X-API-Key': apiKey };
    if (body !== undefined) {
      headers['Content-Type'] = 'application/json';
      headers['Content-Length'] = Buffer.byteLength(body);
    }
    const outgoing = http.request(url, { method, headers, agent, timeout }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${timeout} ms`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
