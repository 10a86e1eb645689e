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
import { mostBodies } from '../../src/server/admin/body-turns.ts';
import { backlog } from '../../src/server/admin/events.ts';
import { atOnce, controlLimits, petTokens, spareTokens } from '../../src/server/admin/read-json.ts';
import { longestMessage } from '../../src/server/admin/socket.ts';
import { maxQueued } from '../../src/server/connection.ts';
import { clientLimits } from '../../src/server/client-limits.ts';
import { pauseTime } from '../../src/server/listen.ts';
import { unreadBytes, unreadTime } from '../../src/server/unread-body.ts';
import { read, rowsOf, sectionOf } from './support/documents.ts';

const rows = rowsOf(sectionOf(read('docs/limits.md'), '## How much, and how long'));

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

/** For each row of the document, in its order: the limit in the code, and the test that meets it, by its file in `test` and its name. */
const limits: [limit: string, file: string, name: string][] = [
  [time(headTime), 'control/greedy-clients', 'a client that sends %s is told so and disconnected'],
  [
    time(requestTime),
    'control/greedy-clients',
    'a client that does not finish a body is told so and disconnected',
  ],
  [
    time(idleTime),
    'control/greedy-clients',
    'a connection on which no other request comes is closed',
  ],
  [time(handshakeTime), 'control/stalled-readers', 'a handshake of TLS that stops is closed'],
  [time(stallTime), 'control/stalled-readers', 'a client that takes nothing of a list is cut, %s'],
  [number(maxQueued), 'control/greedy-clients', 'requests that wait are not taken without end, %s'],
  [
    `${pauseTime} ms`,
    'contract/pipelined',
    'is answered although the client ends its side in the same packet',
  ],
  [
    time(drainTime),
    'control/greedy-clients',
    'the server closes although a client reads nothing, and another sends nothing',
  ],
  [
    `${time(unreadTime)}, ${bytes(unreadBytes)}`,
    'contract/refused-bodies',
    'a body that is announced and never sent has its connection closed',
  ],
  [time(unreadTime), 'control/greedy-clients', 'a client does not keep the connection of %s'],
  [bytes(backlog), 'control/events', 'are disconnected, and hold up nobody'],
  [
    `${time(waitTime)}; at most ${number(maxDelay)} ms`,
    'control/greedy-clients',
    '%s longer than a timer can hold is refused',
  ],
  [
    `${number(maxDelay)} ms`,
    'control/greedy-clients',
    '%s longer than a timer can hold is refused',
  ],
  [bytes(maxHeaderSize), 'contract/raw-requests', '%s is refused with %i, in JSON'],
  [
    'none of its own',
    'control/greedy-clients',
    'a key after more headers than Node takes by default is read',
  ],
  [
    // Node has no name for it; the test sends one more.
    bytes(16 * 1024),
    'control/greedy-clients',
    'extensions of chunks that never end are refused',
  ],
  [
    `${bytes(maxBodyBytes.default)}; at most ${bytes(most(maxBodyBytes))}`,
    'contract/raw-bodies',
    'declared too large is refused before any of it has come',
  ],
  [
    bytes(controlLimits.maxBodyBytes),
    'control/greedy-clients',
    'a control body that is announced too long is refused before any of it has come',
  ],
  [
    `${petTokens} for each pet of maxPets, and ${number(spareTokens)}`,
    'control/control-bodies',
    'a body of more values than pets have is refused before it fills the memory',
  ],
  [
    number(mostBodies),
    'control/long-bodies',
    'a long body waits unread until another %s, and is then taken',
  ],
  [
    time(bodyTurnTime),
    'control/long-bodies',
    'a long body that gets no turn in time is 503, with the time to try again',
  ],
  [
    time(bodyPauseTime),
    'control/long-bodies',
    'a client that stalls in the middle of a long body is told so, and gives up its turn',
  ],
  [
    `${maxLevels} levels`,
    'unit/faults',
    'may be nested as deep as 500 levels, and is listed and kept',
  ],
  [
    `${maxPairs} of each`,
    'control/journal-filters',
    'name as many as 20 headers and 20 parameters, as matches of faults do, and no more',
  ],
  [
    `${number(maxPets.default)}; at most ${number(most(maxPets))}`,
    'unit/state',
    'are no more than the catalog may hold',
  ],
  ['maxPets', 'control/state', 'takes no more than maxPets'],
  [
    number(maxFaults),
    'unit/many-faults',
    'a catalog takes 1000 faults, and the next once there is room',
  ],
  [
    bytes(maxFaultBytes),
    'unit/long-faults',
    'a catalog takes faults of 64 MiB of JSON, and more once there is room',
  ],
  [
    `${number(journalSize.default)}; at most ${number(most(journalSize))}`,
    'unit/many-waits',
    'do not count what the journal has dropped',
  ],
  ['journalSize', 'unit/requests', 'refuses the options %j'],
  [
    bytes(bodyLimit),
    'unit/bodies-in-flight',
    'in %s is shown truncated, as it will be when it has ended',
  ],
  [
    bytes(bodyLimit),
    'unit/bodies-in-flight',
    'paths, queries and methods are truncated in the journal, too',
  ],
  [`${journalBudget / 2 ** 20} Mi characters`, 'unit/journal-budget', 'share one budget'],
  [
    number(maxCatalogs),
    'unit/isolation',
    'the least recently used catalog goes first when there are too many',
  ],
  [
    `${number(maxStartPets)}; always one catalog`,
    'unit/isolation',
    'fewer catalogs are kept at a start of many pets, as each may have a copy of all',
  ],
  [number(maxLooked), 'control/isolation', 'to read ever so many keys pushes out no catalog'],
  [
    bytes(longestMessage),
    'control/greedy-clients',
    'a WebSocket with a message that is too long, in %s, is closed',
  ],
];

test('the table of limits has the limits of the code', () => {
  const written = rows.map(([, limit]) => limit!.replaceAll('`', ''));
  expect(written).toEqual(limits.map(([limit]) => limit));
});

test('the table says from which size on a control body is a long one', () => {
  const sizes = rows.flatMap(([what]) => / above (\d+ \w+)/.exec(what!)?.slice(1) ?? []);
  expect(sizes).toEqual(Array(4).fill(bytes(atOnce)));
});

test.each(limits.map(([, file, name], row) => [rows[row]?.[0], file, name] as const))(
  '"%s" has a test',
  (_what, file, name) => {
    expect(read(`test/${file}.test.ts`)).toContain(`'${name}'`);
  },
);
