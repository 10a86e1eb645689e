import { byRound, figure, pets, ratioCell, ratioOf, spreadCell, table } from './markdown.js';
import { machineLine } from './results.js';
import { spread } from './stats.js';

function callTable(result, title, own, constant, constantLabel) {
  const reference = result.calls.find((row) => row.caller === constant);
  const small = result.calls.find((row) => row.caller === own);
  const line = (label, row) => [
    label,
    row.failed ? `not run: ${row.failed}` : spreadCell(Object.values(byRound(row, 'perSecond'))),
    ratioCell(ratioOf(row, reference, 'perSecond')),
    row.caller === own ? ratioCell(ratioOf(row, small, 'perSecond')) : '',
  ];
  const lines = result.calls
    .filter((row) => row.caller === own)
    .map((row) => line(`pet-catalog-mock, ${pets(row.pets)} pets`, row));
  const head = ['', 'calls a second', 'of constant', `of ${pets(small.pets)} pets`];
  return [title, table(head, [line(constantLabel, reference), ...lines])];
}

function heapTable(rows) {
  const lines = rows.map(({ label, failed, requests, heapMB }) => {
    if (failed) return [label, `not run: ${failed}`, '', ''];
    const { min, max } = spread(heapMB);
    return [
      `${label}, ${pets(requests)} requests`,
      ...[heapMB[0], heapMB.at(-1), max - min].map(figure),
    ];
  });
  const head = ['', 'after a tenth', 'at the end', 'most less least'];
  return ['### Heap after a collection, in MB', table(head, lines)];
}

function storedTable(rows) {
  const plain = rows.find((row) => row.store === 'map');
  const lines = rows.map(({ label, failed, stored, bytesPerPet, leftMB }) =>
    failed
      ? [label, `not run: ${failed}`, '', '']
      : [
          `${label}, ${pets(stored)} pets`,
          figure(bytesPerPet),
          ratioCell(bytesPerPet / plain.bytesPerPet),
          leftMB.toFixed(2),
        ],
  );
  const head = ['', 'bytes a pet', 'of the Map', 'MB left after a reset'];
  return ['### Memory of stored pets', table(head, lines)];
}

/**
 * @param {any} result as written to `results/inprocess.json`
 * @returns {string} markdown
 */
export function inprocessReport(result) {
  const handler = 'one msw handler, a constant';
  return [
    ...callTable(
      result,
      '### setupServer and fetch, GET by id, one after another',
      'setup-server',
      'setup-server-constant',
      handler,
    ),
    ...callTable(
      result,
      '### catalog.fetch beside getResponse, GET by id, one after another',
      'fetch',
      'get-response-constant',
      `getResponse, ${handler}`,
    ),
    ...heapTable(result.heaps),
    ...storedTable(result.stored),
    `Medians of ${result.settings.rounds} interleaved rounds, each a process of its own.`,
    machineLine(result.machine),
  ].join('\n\n');
}
