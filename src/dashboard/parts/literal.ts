/** A JSON value as people write it in code: `{ operation: 'listPets', status: 503 }`. */
export function toLiteral(value: unknown): string {
  if (typeof value === 'string') return inQuotes(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(toLiteral).join(', ')}]`;
  const fields = Object.entries(value).map(([name, field]) => `${key(name)}: ${toLiteral(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** `__proto__` would set the prototype unless it is computed. */
function key(name: string): string {
  if (name === '__proto__') return `['__proto__']`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : inQuotes(name);
}

function inQuotes(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"');
  return `'${escaped.replaceAll("'", String.raw`\'`)}'`;
}
