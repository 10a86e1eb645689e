import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { createAnswerReader } from './answers.js';

/** How long a server may take to answer, and to close a connection that its client has ended, in ms. */
const longest = 6000;

/** Opens a connection to a server and reads answers from it. */
async function openConnection({ port, isTls }, methods, onChange) {
  const options = { port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true };
  const socket = isTls ? connectTls({ ...options, rejectUnauthorized: false }) : connect(options);
  const reader = createAnswerReader(methods);
  const state = { end: undefined, byServer: false, hasEnded: false };
  socket.on('data', (chunk) => {
    reader.push(chunk);
    onChange();
  });
  socket.on('end', () => {
    if (!state.hasEnded) state.byServer = true;
    socket.end();
  });
  socket.on('error', (error) => {
    state.end ??= error.code ?? error.message;
  });
  socket.on('close', () => {
    if (!state.hasEnded) state.byServer = true;
    state.end ??= 'closed';
    onChange();
  });
  await once(socket, isTls ? 'secureConnect' : 'connect');
  return { socket, reader, state };
}

/**
 * Plays a case on several servers at once: each gets the same bytes in the same segments, and the next
 * ones when all have answered.
 *
 * @param {number} patience how long nothing must come before it is taken for all, in ms
 * @returns what each made of it; `end` is `closed`, the code of an error, or `open`
 */
export async function exchange(servers, { steps, pieces, isOdd }, patience) {
  const methods = pieces.map(({ method }) => method);
  let changes = 0;
  let wake = () => {};
  const onChange = () => {
    changes += 1;
    wake();
  };
  const connections = await Promise.all(
    servers.map((server) => openConnection(server, methods, onChange)),
  );
  const change = (time) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const isOver = ({ state }) => state.end !== undefined || state.byServer;
  const isLast = (one) =>
    isOver(one) || one.reader.answers.at(-1)?.headers['connection'] === 'close';
  const haveSame = () =>
    connections.every(
      (one) =>
        one.reader.final === connections[0].reader.final && isOver(one) === isOver(connections[0]),
    );

  /** Waits until `isDone`, or until nothing more comes. */
  async function settle(isDone) {
    const latest = performance.now() + longest;
    while (!connections.every(isDone) && performance.now() < latest) {
      const before = changes;
      await change(patience);
      if (changes !== before) continue;
      // What the servers have by now, they have read; it may still wait for its turn.
      await Promise.all(servers.map(({ ping }) => ping()));
      await Promise.all(servers.map(({ ping }) => ping()));
      if (changes === before && haveSame()) return;
    }
  }

  try {
    for (const { bytes, answers } of steps) {
      if (connections.every(isLast)) break;
      for (const { socket } of connections) if (socket.writable) socket.write(bytes);
      if (answers === 0) {
        await turn();
        await pause(1);
      } else await settle((one) => isLast(one) || one.reader.final >= answers);
    }
    if (isOdd && !connections.every(isOver)) await settle(isOver);
    for (const { socket, state } of connections) {
      state.hasEnded = true;
      socket.end();
    }
    const latest = performance.now() + longest;
    while (
      !connections.every(({ state }) => state.end !== undefined) &&
      performance.now() < latest
    ) {
      await change(50);
    }
  } finally {
    for (const { socket } of connections) socket.destroy();
  }
  return connections.map(({ reader, state }) =>
    Object.assign(reader, { end: state.end ?? 'open' }),
  );
}
