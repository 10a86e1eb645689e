import { request } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

export const apiKey = 'soak-key';

/** What a client of the load sends with; all of it is of one catalog, that of `testId`. */
export function createClient({ port }, testId, agent) {
  const identity = { 'X-API-Key': apiKey, 'X-Test-Id': testId };

  /**
   * @param {string} line `POST /v2/pets`
   * @param {object} [how]
   * @param {Record<string, string | undefined>} [how.headers] `undefined` takes one away
   * @param {unknown} [how.json] sent as JSON
   * @param {boolean} [how.isAlone] over a connection of its own
   * @param {number} [how.patience] milliseconds until the client gives up
   * @throws {Error} when no whole response comes
   */
  function send(line, how = {}) {
    return once(line, how).catch((error) => {
      // The server may close a connection that idles just as it is used again.
      const isStale = error.reusedSocket && /ECONNRESET|EPIPE|socket hang up/.test(error.message);
      if (isStale && how.patience === undefined) return once(line, { ...how, isAlone: true });
      throw error;
    });
  }

  function once(line, { headers, json, isAlone, patience }) {
    const [method, path] = line.split(' ');
    const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
    const all = Object.entries({ ...identity, ...type, ...headers });
    return new Promise((resolve, reject) => {
      const outgoing = request({
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: Object.fromEntries(all.filter(([, value]) => value !== undefined)),
        agent: isAlone ? false : agent,
        ...(patience && { signal: AbortSignal.timeout(patience) }),
      });
      const fail = (error) => reject(Object.assign(error, { reusedSocket: outgoing.reusedSocket }));
      outgoing.on('error', fail).on('response', (incoming) => {
        textOf(incoming).then((text) => {
          const isJson = incoming.headers['content-type']?.startsWith('application/json');
          const value = isJson && text !== '' ? JSON.parse(text) : undefined;
          resolve({ status: incoming.statusCode, text, json: value });
        }, fail);
      });
      outgoing.end(json && JSON.stringify(json));
    });
  }

  /** Sends a request, and wants that status: anything else is unexpected. */
  async function want(status, line, how) {
    const response = await send(line, how);
    if (response.status === status) return response;
    throw new Error(
      `${line} gave ${response.status} ${response.text.slice(0, 200)}, and not ${status}`,
    );
  }

  /** Sends a request of which no whole response may come. */
  async function wantDrop(line, how) {
    const response = await send(line, { ...how, isAlone: true }).catch(() => undefined);
    if (response) throw new Error(`${line} gave ${response.status}, and was to be dropped`);
  }

  /** Writes bytes and, once something has come back or some time is up, destroys the connection. */
  function sendRaw(bytes, patience = 50) {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => socket.write(bytes)).on('error', reject);
      const leave = () => {
        socket.destroy();
        resolve();
      };
      socket.once('data', leave);
      void pause(patience).then(leave);
    });
  }

  const create = (pet) => want(201, 'POST /v2/pets', { json: pet });

  const url = `http://127.0.0.1:${port}/v2`;
  return { port, url, identity, want, wantDrop, sendRaw, create };
}
