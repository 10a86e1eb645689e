import { expect, test } from 'vitest';
import { catalogOptions, serverOptions, type Option } from '../../src/controls/options.ts';
import { commandOptions } from '../../src/cli/settings.ts';
import { rowsOf } from './support/documents.ts';

/** The flags of the rows without an option, which are about the command itself. */
const ownFlags = [
  '--port-file <file>',
  '--open',
  '--watch',
  '--config <file>',
  '-h, --help',
  '-V, --version',
];

function rowOf(name: string, option: Option): string[] {
  const sources = Object.values(option.fields ?? { all: option });
  const flags = sources.flatMap(({ flag, off }) => [flag, off?.flag]).filter(Boolean);
  const { description, inCode } = option;
  return [
    name,
    flags.join(', '),
    commandOptions
      .filter((one) => one.name.split('.')[0] === name)
      .map(({ variable = '' }) => variable)
      .join(', '),
    defaultOf(name, option),
    inCode === undefined ? description : `${description}; in code ${inCode}`,
  ];
}

function defaultOf(name: string, { commandDefault, default: value }: Option): string {
  if (commandDefault === undefined) {
    if (typeof value === 'boolean') return value ? 'on' : 'off';
    return String(value ?? 'none');
  }
  if (value === undefined) return commandDefault;
  return `${commandDefault}; ${String(value)} in ${name in catalogOptions ? 'msw' : 'code'}`;
}

test('the table of options matches the code', () => {
  const expected = Object.entries<Option>(serverOptions).map(([name, option]) =>
    rowOf(name, option),
  );
  const actual = rowsOf('docs/configure.md', '## Options');
  expect(actual.slice(0, expected.length)).toEqual(expected);
  expect(actual.slice(expected.length).map(([, flag]) => flag)).toEqual(ownFlags);
});
