/** A table of Markdown: what comes first in a row is its name, and the rest are figures. */
export function toTable(head, rows) {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
