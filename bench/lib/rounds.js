import { check } from './check.js';
import { launch } from './launch.js';
import { operations } from './load.js';

/** Below this many requests a second one round says all there is to say, if it is long enough. */
const slow = 200;
const slowSeconds = 5;
const shortWarmUp = 0.5;
/** From so many requests a second, the pets that a longer warm-up creates cost a server nothing. */
const fast = 2000;

/**
 * @typedef {object} Bench
 * @property {ReturnType<import('./supervisor.js').createSupervisor>} supervisor
 * @property {ReturnType<import('./load.js').createLoad>} load
 * @property {number} seconds of one round
 * @property {number} rounds
 * @property {number} longWarmUp seconds more for a fresh server that is fast
 * @property {(text: string) => void} say
 *
 * @typedef {object} Contestant
 * @property {import('./peers.js').Peer} peer
 * @property {Awaited<ReturnType<import('./pets.js').seededPets>>} data
 * @property {string} [failed] why it is out
 *
 * @typedef {object} Row what one contestant did in one operation
 * @property {string} peer id
 * @property {number} size pets
 * @property {string} operation id
 * @property {{ round: number, perSecond: number, p50Ms: number, p99Ms: number }[]} measured
 * @property {string} [failed] why there is no more
 */

/** Starts, checks and warms a contestant; `undefined`, with the reason noted, where it cannot. */
async function open(bench, contestant) {
  const { peer, data } = contestant;
  const missing = peer.missing();
  if (missing) contestant.failed = missing;
  if (contestant.failed) return undefined;
  let server;
  try {
    server = await launch(bench.supervisor, peer, data);
    await check(server, data.pets);
    return server;
  } catch (error) {
    contestant.failed = error.message;
    bench.say(`${peer.id} at ${data.size}: not run: ${error.message}`);
    await server?.stop();
    return undefined;
  }
}

/** Whether a row can get nothing more: its contestant is out, it failed, or it is slow and done. */
function isOver(contestant, row) {
  const known = row.measured.at(-1);
  return contestant.failed || row.failed || (known && known.perSecond < slow);
}

/**
 * One round of one contestant, after some seconds of the same load that do not count, and some
 * more where it is fast.
 */
async function oneRound(bench, contestant, server, row, round, warmUp, ifFast = 0) {
  if (isOver(contestant, row)) return;
  const operation = operations[row.operation];
  const { idsFile } = contestant.data;
  try {
    const warm = await bench.load.run(server, operation, idsFile, warmUp);
    if (ifFast > 0 && warm.perSecond > fast) {
      await bench.load.run(server, operation, idsFile, ifFast);
    }
    const seconds = warm.perSecond < slow ? slowSeconds : bench.seconds;
    const measured = await bench.load.run(server, operation, idsFile, seconds);
    if (measured.perSecond === 0) throw new Error(`no answer within ${seconds} s of load`);
    row.measured.push({ round, ...measured });
    const figure = measured.perSecond.toFixed(measured.perSecond < 100 ? 1 : 0);
    bench.say(`${row.operation} ${row.peer} at ${row.size}, round ${round}: ${figure}/s`);
  } catch (error) {
    row.failed = error.message;
    bench.say(`${row.operation} ${row.peer} at ${row.size}: failed: ${error.message}`);
  }
}

function rowsFor(contestants, ids) {
  return ids.map((operation) =>
    contestants.map(({ peer, data }) => ({
      peer: peer.id,
      size: data.size,
      operation,
      measured: [],
    })),
  );
}

/** A contestant that is out is the reason that its rows have nothing. */
function withReasons(contestants, rows) {
  for (const row of rows) {
    for (const [index, { failed }] of contestants.entries()) {
      if (failed) row[index].failed ??= failed;
    }
  }
  return rows.flat();
}

/**
 * Times operations that change nothing: all servers stay up, and take turns within each round.
 *
 * @param {Bench} bench
 * @param {Contestant[]} contestants those that fail are marked
 * @param {string[]} ids operations
 * @returns {Promise<Row[]>}
 */
export async function timeReads(bench, contestants, ids) {
  const servers = [];
  for (const contestant of contestants) servers.push(await open(bench, contestant));
  const rows = rowsFor(contestants, ids);
  try {
    for (let round = 1; round <= bench.rounds; round += 1) {
      for (const row of rows) {
        for (const [index, contestant] of contestants.entries()) {
          const warmUp = round === 1 ? contestant.peer.warmUp : shortWarmUp;
          await oneRound(bench, contestant, servers[index], row[index], round, warmUp);
        }
      }
    }
  } finally {
    await Promise.all(servers.map((server) => server?.stop()));
  }
  return withReasons(contestants, rows);
}

/**
 * Times operations on fresh servers: each round of each contestant has one of its own, just started
 * and warmed with reads, then with its operation. Creates need that, since a fast server would soon
 * hold many more pets than a slow one; comparisons of sizes do, since one process is a few per cent
 * faster than the next of its kind for as long as it runs. Stateless servers, which hold no pets,
 * stay up and take turns.
 *
 * @param {Bench} bench
 * @param {Contestant[]} contestants those that fail are marked
 * @param {string[]} ids operations
 * @returns {Promise<Row[]>}
 */
export async function timeFresh(bench, contestants, ids) {
  const kept = new Map();
  const rows = rowsFor(contestants, ids);

  async function fresh(contestant, row, round) {
    const server = await open(bench, contestant);
    if (!server) return;
    try {
      await bench.load.run(server, operations.get, contestant.data.idsFile, contestant.peer.warmUp);
      await oneRound(bench, contestant, server, row, round, shortWarmUp, bench.longWarmUp);
    } catch (error) {
      row.failed = error.message;
    } finally {
      await server.stop();
    }
  }

  async function again(contestant, row, round) {
    if (!kept.has(contestant)) kept.set(contestant, await open(bench, contestant));
    const warmUp = round === 1 ? contestant.peer.warmUp : shortWarmUp;
    await oneRound(bench, contestant, kept.get(contestant), row, round, warmUp);
  }

  try {
    for (let round = 1; round <= bench.rounds; round += 1) {
      for (const row of rows) {
        for (const [index, contestant] of contestants.entries()) {
          if (isOver(contestant, row[index])) continue;
          const turn = contestant.peer.stateful ? fresh : again;
          await turn(contestant, row[index], round);
        }
      }
    }
  } finally {
    await Promise.all([...kept.values()].map((server) => server?.stop()));
  }
  return withReasons(contestants, rows);
}
