/** A JSON value as JavaScript source, on one line. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  // Not as JSON, which has no number like 1e999, though it can be read from there.
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  const fields = Object.entries(value).map(([name, field]) => `${key(name)}: ${literal(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function key(name: string): string {
  // Written plainly, this one would set the prototype.
  if (name === '__proto__') return `['__proto__']`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** In single quotes, where that needs no more escapes than JSON. */
function quote(text: string): string {
  const json = JSON.stringify(text);
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}
