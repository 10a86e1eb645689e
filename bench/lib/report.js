export const titles = { get: 'get by id', list: 'list of 20', create: 'create' };
export const count = (value) => value.toLocaleString('en');

/** A number with as many digits as mean something. */
export function figure(value) {
  if (value >= 100) return count(Math.round(value));
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

const ratioFigure = (ratio) => (ratio < 0.0995 ? ratio.toPrecision(2) : ratio.toFixed(2));

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function table(head, rows) {
  const lines = [head, head.map((_, index) => (index ? '---:' : '---')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** What one peer did in each round. */
function recordsOf({ records }, peer, size, operation) {
  return records.filter(
    (one) => one.peer === peer && one.size === size && one.operation === operation,
  );
}

/** @returns {number | undefined} of requests a second */
export function medianOf(result, ...of) {
  const records = recordsOf(result, ...of);
  return records.length ? median(records.map(({ perSecond }) => perSecond)) : undefined;
}

/** The median of the ratios within each round, so that a slow minute is in both sides. */
function ratioOf(result, peer, other, size, operation, field = 'perSecond') {
  const others = recordsOf(result, other, size, operation);
  const ratios = recordsOf(result, peer, size, operation).flatMap((one) => {
    const same = others.find(({ round }) => round === one.round);
    return same ? [one[field] / same[field]] : [];
  });
  return ratios.length ? median(ratios) : undefined;
}

/** Returns why a peer has no figure. */
function reasonOf({ failures }, peer, size, operation) {
  const failure = failures.find(
    (one) => one.peer === peer && one.size === size && (one.operation ?? operation) === operation,
  );
  return failure && `not run: ${failure.reason.replaceAll(/[|\n]/g, ' ')}`;
}

/** A row for each peer and a column for each size: median (least–most), ratio to one of the peers. */
function operationTable(result, operation, other, field = 'perSecond') {
  const { sizes } = result.settings;
  function cell(peer, size) {
    const values = recordsOf(result, peer, size, operation).map((one) => one[field]);
    if (!values.length) return reasonOf(result, peer, size, operation) ?? '';
    const ratio = ratioOf(result, peer, other, size, operation, field);
    const range = `${figure(Math.min(...values))}–${figure(Math.max(...values))}`;
    const share = ratio === undefined ? '' : `, ${ratioFigure(ratio)}`;
    return `${figure(median(values))}${values.length > 1 ? ` (${range})` : ''}${share}`;
  }
  const rows = result.peers.map(({ id, label }) =>
    [label].concat(sizes.map((size) => cell(id, size))),
  );
  return table(
    [''].concat(sizes.map((size) => `${count(size)} pets`)),
    rows.filter((cells) => cells.slice(1).some(Boolean)),
  );
}

function describe({ settings, machine }) {
  const { rounds, seconds, tool, pinned } = settings;
  const cores = pinned ? ', server and load each on a core of its own' : '';
  const load = tool ? ` of ${seconds} s, load from ${tool}${cores}` : '';
  return `Medians (least–most) and ratios within each of ${rounds} rounds${load}. ${machine}.`;
}

/** All figures of a run over HTTP. */
export function httpReport(result) {
  const parts = Object.entries(titles).flatMap(([operation, title]) => [
    `### ${title}: requests a second, of bare`,
    operationTable(result, operation, 'bare'),
    `### ${title}: p99 in ms, of bare`,
    operationTable(result, operation, 'bare', 'p99Ms'),
  ]);
  return [...parts, describe(result)].join('\n\n');
}

/** Ratios to bare `node:http`, all sizes of an operation in one cell. */
export function httpSummary(result) {
  const { sizes } = result.settings;
  function cell(peer, operation) {
    const shares = sizes.map((size) => {
      const ratio = ratioOf(result, peer, 'bare', size, operation);
      return ratio === undefined ? reasonOf(result, peer, size, operation) : ratioFigure(ratio);
    });
    return shares.filter(Boolean).join(' / ');
  }
  const rows = result.peers.map(({ id, label }) =>
    [label].concat(Object.keys(titles).map((operation) => cell(id, operation))),
  );
  return [
    `Shares of bare \`node:http\` at ${sizes.map(count).join(' / ')} pets:`,
    table(['', ...Object.values(titles)], rows),
    describe(result),
  ].join('\n\n');
}

/** The project's own ratios, and how far it is ahead of the fastest other mock server. */

/** Gets with faults and options, and their ratio to a get with none. */
export function faultsReport(result) {
  const { settings, machine } = result;
  const rounds = new Set(result.records.map(({ round }) => round)).size;
  return [
    operationTable(result, 'get', 'get'),
    `Requests for each second of the server's processor time: medians (least–most) and ratios within each of ${rounds} rounds of ${settings.seconds} s. ${machine}.`,
  ].join('\n\n');
}

/** Times from the command to the first answer, and the project's as a multiple of the bare server's. */
export function startReport(result) {
  const multiples = result.settings.sizes.flatMap((size) => {
    const ratio = ratioOf(result, 'project', 'bare', size, 'start', 'ms');
    return ratio === undefined ? [] : [`${ratioFigure(ratio)} at ${count(size)}`];
  });
  return [
    operationTable(result, 'start', 'json-server-beta', 'ms'),
    multiples.length > 0 && `As a multiple of bare \`node:http\`: ${multiples.join(', ')} pets.`,
    describe(result),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Calls in one process. */
export function inprocessReport(result) {
  return [
    'With `setupServer` and `fetch`:',
    operationTable(result, 'setupServer', 'constant'),
    "With `catalog.fetch`, beside msw's `getResponse`:",
    operationTable(result, 'fetch', 'constant'),
    describe(result),
  ].join('\n\n');
}

/** What the heap has grown by. */
export function memoryReport({ records, machine }) {
  const rows = records.map(({ what, grownMB, boundMB, left }) => [
    what,
    grownMB.toFixed(1),
    boundMB?.toString() ?? '',
    left,
  ]);
  const head = ['', 'grown, MiB', 'at most', 'left'];
  return `${table(head, rows)}\n\nThe heap after a collection. ${machine}.`;
}

/** What an installation brings, and how long it takes. */
export function installReport(result) {
  const { peers, records, settings, machine } = result;
  const rows = peers.map(({ id, label }) => {
    const own = records.filter(({ peer }) => peer === id);
    const ratio = ratioOf(result, id, 'project', 1, 'install', 'seconds');
    return [
      label,
      count(own[0].packages),
      own[0].megabytes.toFixed(1),
      `${figure(median(own.map(({ seconds }) => seconds)))}, ${ratioFigure(ratio)}`,
    ];
  });
  const head = ['', 'packages', 'MB on disk', 'seconds, ratio'];
  return `${table(head, rows)}\n\nFrom an empty cache; medians of ${settings.rounds === 1 ? 'one round' : `${settings.rounds} rounds`}, and ratios within each. The seconds are mostly the network's. ${machine}.`;
}
