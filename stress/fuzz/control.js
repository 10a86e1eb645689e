import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createAnswerReader } from './answers.js';

/** A connection for control requests, opened again when it closes. */
export function createControl({ port, isTls, mount }) {
  let socket;
  let reader;
  let wake = () => {};

  async function open() {
    socket = (isTls ? connectTls : connect)({
      port,
      host: '127.0.0.1',
      noDelay: true,
      rejectUnauthorized: false,
    });
    socket.on('error', () => {});
    socket.on('close', () => wake());
    socket.on('data', (chunk) => {
      reader.push(chunk);
      wake();
    });
    await once(socket, isTls ? 'secureConnect' : 'connect');
  }

  /**
   * @param {readonly string[]} lines such as `GET /__admin/health`
   * @throws Error when the connection closes before the last answer
   */
  async function ask(...lines) {
    if (!socket || socket.destroyed || !socket.writable) await open();
    const answers = [];
    for (const line of lines) {
      reader = createAnswerReader([]);
      const [method, path] = line.split(' ');
      socket.write(`${method} ${mount}${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      while (reader.final === 0) {
        if (socket.destroyed || reader.problem) {
          throw new Error(`${line}: ${reader.problem ?? 'the connection closed'}`);
        }
        await new Promise((resolve) => {
          wake = resolve;
        });
      }
      answers.push(reader.answers.at(-1));
    }
    return answers;
  }

  return {
    ask,
    ping: async () => void (await ask('GET /__admin/health')),
    close: () => socket?.destroy(),
  };
}
