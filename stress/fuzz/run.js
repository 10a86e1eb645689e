import { setTimeout as pause } from 'node:timers/promises';
import { createCase } from './cases.js';
import { exchange } from './exchange.js';
import { startHosts } from './hosts.js';
import { comparable, findDifference, findProblems, mayFault } from './oracle.js';

/** How long nothing must come before it is taken for all, in ms: and again where a finding is at stake. */
const patience = { first: 25, again: 400 };
/** How much a server may hold more at the end than after the first requests. */
const mostHeapMB = 16;
const mostDescriptors = 2;

const reads = ['GET /__admin/snapshot', 'GET /__admin/requests', 'GET /__admin/faults'];

/** Plays a case on the servers of its group, and says what is wrong. */
export async function judge(hosts, played, time) {
  const results = await exchange(hosts, played, time);
  // How another app resets what it has not read is its own affair. Behind whole answers, what the client
  // has sent meanwhile decides whether a connection that the server closes is reset.
  for (const result of results) {
    const isLeft = !mayFault(played) && result.rest === '' && result.answers.length > 0;
    if ((isLeft || played.group === 'mounted') && result.end !== 'open') result.end = 'closed';
  }
  const states = await Promise.all(
    hosts.map(async ({ control }) => {
      const answers = await control.ask(...reads);
      await control.ask('POST /__admin/reset');
      return { answers, rest: '', end: '' };
    }),
  );
  const problems = results.flatMap((result, index) =>
    findProblems(played, result).map((problem) => `${hosts[index].name}: ${problem}`),
  );
  const [one, other] = results.map(comparable);
  // What Node's parser refuses, the app around the mock may have answered by then.
  if (played.group === 'mounted' && played.isOdd) {
    const both = Math.min(one.answers.length, other.answers.length);
    for (const each of [one, other])
      Object.assign(each, { answers: each.answers.slice(0, both), rest: '', end: '' });
  }
  const difference = findDifference(one, other);
  if (difference) problems.push(difference);
  else {
    const state = findDifference(comparable(states[0]), comparable(states[1]));
    if (state) problems.push(`what they keep differs: ${state}`);
  }
  return { problems, results };
}

function describe({ number, pieces, pace }, hosts, results, problems, seed) {
  const lines = [
    `Finding: seed ${seed}, connection ${number} (${hosts.map(({ name }) => name).join(' and ')})`,
    ...problems.map((problem) => `  ${problem}`),
    `  sent ${pace}:`,
    ...pieces.map(({ kind, text }) => `    ${kind}: ${shorten(JSON.stringify(text))}`),
  ];
  for (const [index, { text, end }] of results.entries()) {
    lines.push(`  ${hosts[index].name}, ${end}:`, `    ${shorten(JSON.stringify(text))}`);
  }
  lines.push(`  repeat: npm run fuzz -- --seed ${seed} --only ${number}`);
  return lines.join('\n');
}

const shorten = (text) =>
  text.length > 3000 ? `${text.slice(0, 3000)}… (${text.length} characters)` : text;

export async function runFuzz({ seed, requests, only, slowest }, { signal, onFinding }) {
  const groups = only === undefined ? ['plain', 'tls', 'mounted'] : [createCase(seed, only).group];
  const { hosts, close } = await startHosts(groups);
  const all = Object.values(hosts).flat();
  const result = {
    seed,
    requests: 0,
    connections: 0,
    unsteady: 0,
    findings: 0,
    servers: [],
  };
  const report = (text) => {
    result.findings += 1;
    onFinding(text);
  };

  async function playOne(played) {
    const servers = hosts[played.group];
    let judged = await judge(servers, played, patience.first);
    // On a busy machine a late answer looks like none; what stays is a finding.
    const first = judged;
    for (let times = 0; judged.problems.length > 0 && times < 2; times += 1) {
      judged = await judge(servers, played, patience.again);
    }
    const { problems, results } = judged;
    if (problems.length === 0 && first !== judged) result.unsteady += 1;
    if (problems.length === 0 && only === undefined) return;
    const text = describe(played, servers, results, problems, seed);
    if (problems.length > 0) report(text);
    else onFinding(text.replace('Finding', 'No finding'));
  }

  let number = 0;
  const queues = Object.fromEntries(groups.map((group) => [group, []]));

  /** Deals connections to their groups in order, until enough requests have been dealt. */
  function deal(group, until) {
    while (queues[group].length === 0 && result.requests < until) {
      const played = createCase(seed, number);
      number += 1;
      result.connections += 1;
      result.requests += played.pieces.length * hosts[played.group].length;
      queues[played.group].push(played);
    }
    return queues[group].shift();
  }

  async function playUntil(until) {
    await Promise.all(
      groups.map(async (group) => {
        for (let played; !signal.aborted && (played = deal(group, until));) {
          try {
            await playOne(played);
          } catch (error) {
            const servers = hosts[group];
            const dead = servers.filter(({ process }) => !process.isRunning());
            const ends = dead.map(({ name, process }) => `${name} has ended: ${process.output()}`);
            const problems = [`after it: ${error.message}`, ...ends];
            report(describe(played, servers, [], problems, seed));
            if (dead.length > 0) return;
          }
        }
      }),
    );
  }

  const sampleEach = () =>
    Promise.all(all.map(({ process }) => (process.isRunning() ? process.sample() : undefined)));

  /** What the loop did under fire, and all that is held at rest: the last connections have gone. */
  async function sampleAll() {
    await pause(300);
    const underFire = await sampleEach();
    await pause(300);
    const atRest = await sampleEach();
    for (const [index, sample] of atRest.entries()) {
      if (sample) sample.worst = underFire[index].delayMaxMs;
    }
    return atRest;
  }

  if (only !== undefined) {
    const played = createCase(seed, only);
    result.connections = 1;
    result.requests = played.pieces.length * hosts[played.group].length;
    await playOne(played);
  } else {
    await playUntil(Math.min(4000, requests / 4));
    const before = await sampleAll();
    await playUntil(requests);
    const after = await sampleAll();
    for (const [index, { name }] of all.entries()) {
      const [from, to] = [before[index], after[index]];
      if (!from || !to) continue;
      result.servers.push({
        name,
        'heap, MB': `${from.heapMB.toFixed(1)} → ${to.heapMB.toFixed(1)}`,
        descriptors: `${from.descriptors} → ${to.descriptors}`,
        'loop held up under fire, ms': to.worst.toFixed(0),
        'and at rest': `${from.delayMaxMs.toFixed(0)} → ${to.delayMaxMs.toFixed(0)}`,
      });
      if (to.heapMB > from.heapMB + mostHeapMB)
        report(
          `Finding: the heap of ${name} has grown from ${from.heapMB.toFixed(1)} to ${to.heapMB.toFixed(1)} MB`,
        );
      if (to.descriptors > from.descriptors + mostDescriptors)
        report(
          `Finding: ${name} holds ${to.descriptors} descriptors, and held ${from.descriptors}`,
        );
      const held = { 'under fire': to.worst, 'at rest': to.delayMaxMs };
      for (const [when, time] of Object.entries(held)) {
        if (time > slowest)
          report(
            `Finding: ${when}, the event loop of ${name} is held up for ${time.toFixed(0)} ms, longer than ${slowest}`,
          );
      }
    }
  }
  await close();
  return result;
}
