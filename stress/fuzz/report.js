import { toTable } from '../lib/table.js';

const count = (value) => value.toLocaleString('en');

export function summarize(result) {
  const { seed, requests, seconds, servers } = result;
  const parts = [];
  if (servers.length > 0) {
    parts.push(
      toTable(
        ['', 'heap, MB', 'descriptors', 'loop delay under fire, ms', 'and at rest'],
        servers.map(({ name, before, after }) => [
          name,
          `${before.heapMB.toFixed(1)} → ${after.heapMB.toFixed(1)}`,
          `${before.descriptors ?? '-'} → ${after.descriptors ?? '-'}`,
          after.worst.toFixed(0),
          `${before.delayMaxMs.toFixed(0)} → ${after.delayMaxMs.toFixed(0)}`,
        ]),
      ),
    );
  }
  const rate =
    seconds > 0
      ? ` in ${seconds.toFixed(0)} s, ${count(Math.round(requests / seconds))} a second`
      : '';
  parts.push(
    `seed ${seed}: ${count(requests)} requests on ${count(result.connections)} connections${rate}; ${count(result.unsteady)} judged again; findings: ${result.findings}`,
  );
  return parts.join('\n\n');
}
