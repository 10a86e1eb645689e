import { maxHeaderSize } from 'node:http';
import { expect, test } from 'vitest';
import { maxCatalogs, maxLooked, maxStartPets } from '../../src/catalog/catalogs.ts';
import { journalBudget } from '../../src/catalog/journal-budget.ts';
import { maxDelay } from '../../src/contract/delay.ts';
import { maxFaultBytes, maxFaults } from '../../src/contract/faults.ts';
import { maxLevels, maxPairs } from '../../src/contract/match.ts';
import { catalogOptions } from '../../src/contract/options.ts';
import { waitTime } from '../../src/contract/requests.ts';
import { bodyLimit } from '../../src/contract/sent-bodies.ts';
import { backlog } from '../../src/server/admin/events.ts';
import {
  atOnce,
  controlLimits,
  mostBodies,
  petTokens,
  spareTokens,
} from '../../src/server/admin/read-json.ts';
import { longestMessage } from '../../src/server/admin/socket.ts';
import { maxQueued } from '../../src/server/connection.ts';
import { clientLimits } from '../../src/server/client-limits.ts';
import { pauseTime } from '../../src/server/listen.ts';
import { unreadBytes, unreadTime } from '../../src/server/unread-body.ts';
import { rowsOf } from './support/documents.ts';

const rows = rowsOf('docs/limits.md', '## How much, and how long');

const number = (value: number) => value.toLocaleString('en');
const bytes = (value: number) =>
  value >= 2 ** 20 ? `${value / 2 ** 20} MiB` : `${value / 2 ** 10} KiB`;
const time = (milliseconds: number) =>
  milliseconds % 60_000 === 0 && milliseconds > 60_000
    ? `${milliseconds / 60_000} minutes`
    : `${milliseconds / 1000} seconds`;

const { headTime, requestTime, idleTime, handshakeTime, stallTime, drainTime } = clientLimits;
const { bodyTurnTime, bodyPauseTime } = clientLimits;
const { journalSize, maxBodyBytes, maxPets } = catalogOptions;
/** The largest value that an option takes. */
const most = ({ schema }: Pick<typeof journalSize, 'schema'>) => schema.pipe[3].requirement;

/** The limits of the code, in the order of the rows. */
const limits: string[] = [
  time(headTime),
  time(requestTime),
  time(idleTime),
  time(handshakeTime),
  time(stallTime),
  number(maxQueued),
  `${pauseTime} ms`,
  time(drainTime),
  `${time(unreadTime)}, ${bytes(unreadBytes)}`,
  time(unreadTime),
  bytes(backlog),
  `${time(waitTime)}; at most ${number(maxDelay)} ms`,
  `${number(maxDelay)} ms`,
  bytes(maxHeaderSize),
  'none of its own',
  // Node has no name for it.
  bytes(16 * 1024),
  `${bytes(maxBodyBytes.default)}; at most ${bytes(most(maxBodyBytes))}`,
  bytes(controlLimits.maxBodyBytes),
  `${petTokens} for each pet of maxPets, and ${number(spareTokens)}`,
  number(mostBodies),
  time(bodyTurnTime),
  time(bodyPauseTime),
  `${maxLevels} levels`,
  `${maxPairs} of each`,
  `${number(maxPets.default)}; at most ${number(most(maxPets))}`,
  'maxPets',
  number(maxFaults),
  bytes(maxFaultBytes),
  `${number(journalSize.default)}; at most ${number(most(journalSize))}`,
  'journalSize',
  bytes(bodyLimit),
  bytes(bodyLimit),
  `${journalBudget / 2 ** 20} Mi characters`,
  number(maxCatalogs),
  `${number(maxStartPets)}; always one catalog`,
  number(maxLooked),
  bytes(longestMessage),
];

test('the table of limits has the limits of the code', () => {
  expect(rows.map(([, limit]) => limit)).toEqual(limits);
});

test('the table says from which size on a control body is a long one', () => {
  const sizes = rows.flatMap(([what]) => / above (\d+ \w+)/.exec(what!)?.slice(1) ?? []);
  expect(sizes).toEqual(Array(4).fill(bytes(atOnce)));
});
