import { pets, ratioCell, spreadCell, table } from './markdown.js';
import { machineLine } from './results.js';
import { pairedRatio } from './stats.js';

const reference = 'json-server-beta';

/**
 * @param {any} result as written to `results/start.json`
 * @returns {string} markdown
 */
export function startReport(result) {
  const sizes = [...new Set(result.rows.map((row) => row.size))];
  const tables = sizes.flatMap((size) => {
    const rows = result.rows.filter((row) => row.size === size);
    const beta = rows.find((row) => row.peer === reference);
    const lines = rows.map(({ label, measured, failed }) => {
      const times = Object.values(measured);
      if (failed || !times.length) return [label, `not run: ${failed ?? 'no round'}`, ''];
      const ratio = beta && pairedRatio(measured, beta.measured);
      return [label, spreadCell(times), ratioCell(ratio)];
    });
    const title = `### From spawn to the first 200, ${pets(size)} pets, in ms`;
    return [title, table(['', 'median (least–most)', 'times json-server 1.0 beta'], lines)];
  });
  const how = `Medians of ${result.settings.rounds} interleaved rounds.`;
  return [...tables, how, machineLine(result.machine)].join('\n\n');
}
