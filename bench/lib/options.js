import { parseArgs } from 'node:util';

function numbers(name, text) {
  const values = text.split(',').map(Number);
  if (values.every((value) => Number.isInteger(value) && value > 0)) return values;
  throw new Error(`--${name} ${text}: expected whole numbers above 0, separated by commas`);
}

/**
 * Reads `--quick`, `--start` and a flag for each of the defaults.
 *
 * @param {Partial<Record<'sizes' | 'seconds' | 'rounds' | 'peers', string>>} defaults
 *   `peers` empty for all
 * @param {typeof defaults} quick the defaults with `--quick`
 */
export function readOptions(defaults = {}, quick = {}) {
  const flags = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({
    options: { ...flags, quick: { type: 'boolean' }, start: { type: 'boolean' } },
  });
  const given = { ...defaults, ...(values.quick && quick), ...values };
  return {
    quick: values.quick ?? false,
    peers: (given.peers ?? '').split(',').filter(Boolean),
    sizes: numbers('sizes', given.sizes ?? '1'),
    seconds: numbers('seconds', given.seconds ?? '1')[0],
    rounds: numbers('rounds', given.rounds ?? '1')[0],
  };
}
