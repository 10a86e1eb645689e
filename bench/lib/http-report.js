import { operations } from './load.js';
import { byRound, figure, pets, ratioCell, ratioOf, spreadCell, table } from './markdown.js';
import { machineLine } from './results.js';

const yardstick = 'bare';

/** Looks rows of one section up. */
function indexRows(rows) {
  const found = new Map(rows.map((row) => [`${row.peer} ${row.size} ${row.operation}`, row]));
  return (peer, size, operation) => found.get(`${peer} ${size} ${operation}`);
}

/** Why there is no figure: in place of it, so that nobody is dropped in silence. */
function reason(row) {
  return `not run: ${(row.failed ?? 'no round').replaceAll('|', '/').replaceAll('\n', ' ')}`;
}

function operationTable(result, sizes, operation, field, ratioName) {
  const row = indexRows(result.rows);
  const shown = sizes.filter((size) => result.peers.some(({ id }) => row(id, size, operation)));
  if (!shown.length) return undefined;
  const head = ['', ...shown.flatMap((size) => [`${pets(size)} pets`, ratioName])];
  const lines = result.peers.map((peer) => {
    const cells = shown.flatMap((size) => {
      const own = row(peer.id, size, operation);
      if (!own) return ['', ''];
      if (!own.measured.length) return [reason(own), ''];
      const ratio = ratioOf(own, row(yardstick, size, operation), field);
      return [spreadCell(Object.values(byRound(own, field))), ratioCell(ratio)];
    });
    return [peer.label, ...cells];
  });
  return table(
    head,
    lines.filter((cells) => cells.slice(1).some(Boolean)),
  );
}

/** The project beside the fastest mock server of each size. */
function ahead(result, sizes, operation) {
  const row = indexRows(result.rows);
  const parts = sizes.flatMap((size) => {
    const own = row('project', size, operation);
    const mocks = result.peers
      .filter(({ kind }) => kind === 'mock')
      .map((peer) => ({ peer, ratio: ratioOf(own, row(peer.id, size, operation), 'perSecond') }))
      .filter(({ ratio }) => ratio !== undefined)
      .toSorted((a, b) => a.ratio - b.ratio);
    if (!mocks.length) return [];
    const [{ peer, ratio }] = mocks;
    return [`${ratioCell(ratio)} times ${peer.label} at ${pets(size)}`];
  });
  if (!parts.length) return undefined;
  return `pet-catalog-mock beside the fastest other mock server: ${parts.join(', ')}.`;
}

function throughput(result) {
  return ['get', 'list', 'create', 'list-all'].flatMap((id) => {
    const { label, connections } = operations[id];
    const rows = operationTable(result, result.sizes, id, 'perSecond', 'of bare');
    const title = `### ${label}: requests a second, ${connections} connections`;
    return rows
      ? [title, rows, id === 'list-all' ? undefined : ahead(result, result.sizes, id)]
      : [];
  });
}

function latencies(result) {
  const p99 = ['get', 'list', 'create'].flatMap((id) => {
    const rows = operationTable(result, result.sizes, id, 'p99Ms', 'times bare');
    return rows ? [`### ${operations[id].label}: p99 in ms, 16 connections`, rows] : [];
  });
  const p50 = ['get-one', 'list-one', 'create-one'].flatMap((id) => {
    const rows = operationTable(result, result.sizes, id, 'p50Ms', 'times bare');
    return rows ? [`### ${operations[id].label}: p50 in ms, 1 connection`, rows] : [];
  });
  return [...p99, ...p50];
}

/** Ratios of what was timed on fresh servers, to the rows of one peer or of one size. */
function freshRatios(result, peers, sizes, base) {
  const row = indexRows(result.flat);
  const lines = peers.flatMap(({ id, label }) =>
    ['get', 'list', 'create'].flatMap((operation) => {
      const ratios = sizes.map((size) => {
        const other = row(base.peer ?? id, base.size ?? size, operation);
        return ratioOf(row(id, size, operation), other, 'perSecond');
      });
      if (ratios.every((ratio) => ratio === undefined)) return [];
      return [[`${label}, ${operations[operation].label}`, ...ratios.map(ratioCell)]];
    }),
  );
  const head = ['', ...sizes.map((size) => `${pets(size)} pets`)];
  return lines.length ? table(head, lines) : undefined;
}

function onFreshServers(result) {
  const sizes = [...new Set(result.flat.map(({ size }) => size))].toSorted((a, b) => a - b);
  const [least, ...more] = sizes;
  if (!more.length) return [];
  const others = result.peers.filter(({ id }) => id !== yardstick);
  const ofBare = freshRatios(result, others, sizes, { peer: yardstick });
  const ofLeast = freshRatios(result, result.peers, more, { size: least });
  return [
    ofBare && '### On fresh servers: requests a second as a share of bare',
    ofBare,
    ofLeast && `### On fresh servers: requests a second as a share of those at ${pets(least)} pets`,
    ofLeast,
  ];
}

function pauses(result) {
  const lines = result.pauses.map(({ peer, size, measured }) => {
    const { label } = result.peers.find(({ id }) => id === peer);
    const of = (field) => spreadCell(measured.map((one) => one[field]));
    return [`${label}, ${pets(size)} pets`, of('longestMs'), of('listMs'), of('ownMs')];
  });
  if (!lines.length) return [];
  const head = ['', 'longest wait of another client, ms', 'the list, ms', "the client's own, ms"];
  return ['### While one client lists everything', table(head, lines)];
}

function logging(result) {
  const row = indexRows(result.log);
  const size = result.log[0]?.size;
  const silent = row('project', size, 'get');
  const logged = row('project-log-json', size, 'get');
  const ratio = ratioOf(logged, silent, 'perSecond');
  if (ratio === undefined) return [];
  const cell = (one) => spreadCell(Object.values(byRound(one, 'perSecond')));
  return [
    '### What the request log costs: GET by id, requests a second',
    table(
      ['', `${pets(size)} pets`, 'of silent'],
      [
        ['--log none', cell(silent), '1.00'],
        ['--log json, to a file', cell(logged), ratioCell(ratio)],
      ],
    ),
  ];
}

/**
 * The tables of one run of the HTTP bench.
 *
 * @param {any} result as written to `results/http.json`
 * @returns {string} markdown
 */
export function httpReport(result) {
  const { load, pinned, rounds, seconds } = result.settings;
  const how = [
    `Load by ${load}${pinned ? ', server and load each on a core of its own' : ''}.`,
    `Medians of ${rounds} interleaved rounds of ${figure(seconds)} s, (least–most);`,
    'ratios are medians of the ratios within each round.',
  ].join(' ');
  return [
    ...throughput(result),
    ...latencies(result),
    ...onFreshServers(result),
    ...pauses(result),
    ...logging(result),
    how,
    machineLine(result.machine),
  ]
    .filter(Boolean)
    .join('\n\n');
}
