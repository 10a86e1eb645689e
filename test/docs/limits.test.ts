import { expect, test } from 'vitest';
import { maxCatalogs, maxInitialPets } from '../../src/catalog/catalogs.ts';
import { journalBudget } from '../../src/catalog/journal.ts';
import { maxDelay } from '../../src/controls/delay.ts';
import { maxFaults } from '../../src/controls/faults.ts';
import { catalogOptions } from '../../src/controls/options.ts';
import { waitTime } from '../../src/controls/requests.ts';
import { bodyLimit } from '../../src/controls/sent-bodies.ts';
import { backlog } from '../../src/server/admin/events.ts';
import { discardTime } from '../../src/server/connection.ts';
import { stopTime } from '../../src/server/http-server.ts';
import { rowsOf } from './support/documents.ts';

const rows = rowsOf('docs/limits.md', '## How much, and how long');

const number = (value: number) => value.toLocaleString('en');
const bytes = (value: number) =>
  value >= 2 ** 20 ? `${value / 2 ** 20} MiB` : `${value / 2 ** 10} KiB`;
const time = (milliseconds: number) =>
  milliseconds % 60_000 === 0 && milliseconds > 60_000
    ? `${milliseconds / 60_000} minutes`
    : `${milliseconds / 1000} seconds`;

const { journalSize, maxBodyBytes, maxPets } = catalogOptions;
/** The largest value that an option takes. */
const most = ({ schema }: Pick<typeof journalSize, 'schema'>) => schema.pipe[3].requirement;

/** The limits of the code, in the order of the rows. */
const limits: string[] = [
  time(stopTime),
  time(discardTime),
  bytes(backlog),
  `${time(waitTime)}; at most ${number(maxDelay)} ms`,
  `${bytes(maxBodyBytes.default)}; at most ${bytes(most(maxBodyBytes))}`,
  '64 MiB',
  `${number(maxPets.default)}; at most ${number(most(maxPets))}`,
  'maxPets',
  number(maxFaults),
  `${number(journalSize.default)}; at most ${number(most(journalSize))}`,
  bytes(bodyLimit),
  `${journalBudget / 2 ** 20} Mi characters`,
  number(maxCatalogs),
  `${number(maxInitialPets)}; always one catalog`,
];

test('the table of limits has the limits of the code', () => {
  expect(rows.map(([, limit]) => limit)).toEqual(limits);
});
