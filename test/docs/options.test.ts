import { expect, test } from 'vitest';
import { catalogOptions, serverOptions, type Option } from '../../src/contract/options.ts';
import { read, rowsOf, sectionOf } from './support/documents.ts';

/** Where the table of options is. */
const document = 'docs/configure.md';
const heading = '## Options';

/** The rows without an option, which are about the command itself. */
const ownFlags = [
  [
    '',
    '--port-file <file>',
    '',
    'none',
    'the port is written there once the server answers; a file that is there and is no port file is refused, and left as it is',
  ],
  ['', '--open', '', 'off', 'the dashboard is opened in the browser once the server answers'],
  [
    '',
    '--watch [keep]',
    'PET_CATALOG_WATCH',
    'none',
    'reads the files of fixtures, scenarios, operations and handlers again when they change, and resets; with keep, what was created, changed and removed stays',
  ],
  [
    '',
    '--config <file>',
    'PET_CATALOG_CONFIG',
    'pet-catalog-mock.config.js, .mjs or .json of the current folder',
    '[a JSON file or a module](#config-file) with the options above by their names; the files that it names are found from its own folder',
  ],
  ['', '-h, --help', '', '', 'prints the help'],
  ['', '-V, --version', '', '', 'prints the version'],
];

function rowOf(name: string, option: Option): string[] {
  const sources = Object.values(option.fields ?? { all: option });
  const flags = sources.flatMap(({ flag, off }) => [flag, off?.flag]).filter(Boolean);
  const { description, inCode } = option;
  return [
    name,
    flags.join(', '),
    sources.map(({ variable }) => variable).join(', '),
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

test('the table of options is that of the code', () => {
  const expected = Object.entries<Option>(serverOptions).map(([name, option]) =>
    rowOf(name, option),
  );
  const actual = rowsOf(sectionOf(read(document), heading)).map((cells) =>
    cells.map((cell) => cell.replaceAll(/[`\\]/g, '')),
  );
  expect(actual).toEqual([...expected, ...ownFlags]);
});
