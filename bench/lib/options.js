import { parseArgs } from 'node:util';

function numbers(name, text, least) {
  const values = text.split(',').map((part) => Number(part.replaceAll('_', '')));
  if (values.some((value) => !Number.isFinite(value) || value < least)) {
    throw new Error(`--${name} ${text}: expected ${least} or more, several with commas between`);
  }
  return values;
}

/**
 * The options that every command of the bench takes; a mistake ends the command with status 2.
 *
 * @param {{ sizes: string, seconds: string, rounds: string, peers: string }} defaults
 *   `peers` empty for all
 * @param {{ sizes: string, seconds: string, rounds: string, peers: string }} quick with `--quick`
 * @returns {{ quick: boolean, peers: string[], sizes: number[], seconds: number, rounds: number }}
 */
export function readOptions(defaults, quick) {
  const string = { type: 'string' };
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        peers: string,
        sizes: string,
        seconds: string,
        rounds: string,
      },
    });
    const given = { ...(values.quick ? quick : defaults), ...values };
    return {
      quick: values.quick,
      peers: given.peers.split(',').filter(Boolean),
      sizes: numbers('sizes', given.sizes, 20),
      seconds: numbers('seconds', given.seconds, 0.1)[0],
      rounds: Math.trunc(numbers('rounds', given.rounds, 1)[0]),
    };
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/**
 * @param {import('./peers.js').Peer[]} all
 * @param {string[]} wanted ids; none means all
 */
export function choosePeers(all, wanted) {
  const unknown = wanted.filter((id) => !all.some((peer) => peer.id === id));
  if (unknown.length) {
    const known = all.map((peer) => peer.id).join(', ');
    process.stderr.write(`--peers ${unknown.join(',')}: expected any of ${known}\n`);
    process.exit(2);
  }
  return wanted.length ? all.filter((peer) => wanted.includes(peer.id)) : all;
}
