import { Agent, request } from 'node:http';
import { Agent as TlsAgent, request as requestTls } from 'node:https';

/** A connection for control requests, opened again when it closes. */
export function createControl({ port, isTls, mount }) {
  const options = { keepAlive: true, maxSockets: 1, rejectUnauthorized: false };
  const agent = new (isTls ? TlsAgent : Agent)(options);

  function askOne(line) {
    const [method, path] = line.split(' ');
    const to = { host: '127.0.0.1', port, method, path: mount + path, agent };
    return new Promise((resolve, reject) => {
      const outgoing = (isTls ? requestTls : request)(to, (incoming) => {
        const { statusCode: status, headers, rawHeaders } = incoming;
        const lines = rawHeaders.map((text, index) => text + (index % 2 === 0 ? ': ' : '\r\n'));
        const head = `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`;
        const done = (chunks) => {
          const body = Buffer.concat(chunks).toString('latin1');
          resolve({ status, headers, head, body, method });
        };
        incoming.toArray().then(done, reject);
      });
      outgoing.on('error', (error) => reject(new Error(`${line}: ${error.message}`))).end();
    });
  }

  /**
   * @param {readonly string[]} lines such as `GET /__admin/health`
   * @throws Error when the connection closes before the last answer
   */
  async function ask(...lines) {
    const answers = [];
    for (const line of lines) answers.push(await askOne(line));
    return answers;
  }

  return {
    ask,
    ping: async () => void (await ask('GET /__admin/health')),
    close: () => agent.destroy(),
  };
}
