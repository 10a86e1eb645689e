import { describe, expect, test } from 'vitest';
import { catalogDefaults } from '../../src/catalog/options.ts';
import { configVariable, flags } from '../../src/cli/flags.ts';
import { serverDefaults, serverOptionSchemas } from '../../src/server/options.ts';
import { read, rowsOf, sectionOf } from './support/documents.ts';

interface Row {
  option: string;
  flag: string;
  environment: string;
  default: string;
  meaning: string;
}

const rows = rowsOf(sectionOf(read('docs/configure.md'), '## Options')).map((cells): Row => {
  const [option, flag, environment, byDefault, meaning] = cells.map((cell) =>
    cell.replaceAll('`', '').replaceAll('\\|', '|'),
  ) as [string, string, string, string, string];
  return { option, flag, environment, default: byDefault, meaning };
});

const rowOf = (option: string) => rows.find((row) => row.option === option)!;
/** The words of a cell: `--delay` is not in `--delay-all`. */
const wordsOf = (cell: string) => cell.split(/[\s,]+/);

test('the table has each option, once, and no other', () => {
  const options = rows.map(({ option }) => option).filter((option) => option !== '');
  expect(options.toSorted()).toEqual(Object.keys(serverOptionSchemas).toSorted());
});

describe('the row of an option', () => {
  test.each(flags)('$option has the flag $flag, its variable and its default', (flag) => {
    const row = rowOf(flag.option.split('.')[0]!);
    const names = flag.flag.match(/-[-a-z]+/g)!;
    expect(wordsOf(row.flag)).toEqual(expect.arrayContaining(names));
    if (flag.environment) expect(wordsOf(row.environment)).toContain(flag.environment);
    if (flag.default !== undefined && flag.option !== 'baseUrl') {
      expect(row.default.startsWith(flag.default)).toBe(true);
    }
    expect(row.meaning).not.toBe('');
  });

  test.each(Object.keys(serverOptionSchemas))('%s has the default of the code', (option) => {
    const value = (serverDefaults as Record<string, unknown>)[option];
    const cell = rowOf(option).default;
    if (option === 'baseUrl') {
      expect(cell).toBe(
        `${catalogDefaults.baseUrl} in msw, ${serverDefaults.baseUrl} on the server`,
      );
    } else if (option === 'log') expect(cell).toContain(`; ${serverDefaults.log} in code`);
    else if (typeof value === 'boolean') expect(cell).toBe(value ? 'on' : 'off');
    else if (option === 'apiKeys') expect(cell).toBe('any key');
    else expect(cell).toBe(value === undefined ? 'none' : String(value));
  });
});

test('the rows without an option are those of the command itself', () => {
  const own = rows.filter(({ option }) => option === '');
  expect(own.flatMap(({ flag }) => wordsOf(flag).filter((word) => word.startsWith('-')))).toEqual([
    '--port-file',
    '--config',
    '-h',
    '--help',
    '-V',
    '--version',
  ]);
  expect(own[1]!.environment).toBe(configVariable);
});

test('no flag and no variable in the table is one that does not exist', () => {
  const known = flags.map(({ flag, environment = '' }) => `${flag} ${environment}`).join(' ');
  const withOption = rows.filter(({ option }) => option !== '');
  const named = withOption.flatMap(
    ({ flag, environment }) =>
      `${flag}, ${environment}`.match(/(?<!\S)(?:--?[a-z][a-z-]*|[A-Z][A-Z_]*_[A-Z_]+)/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(30);
  const words = new Set(wordsOf(known));
  expect(named.filter((name) => !words.has(name))).toEqual([]);
});
