type Headers = readonly (readonly [name: string, value: string])[];

/** Headers as a form has them: `Name: value`, one a line. */
export function toLines(headers: Headers): string {
  return headers.map((header) => header.join(': ')).join('\n');
}

/** @throws TypeError for a line that is no header. */
export function fromLines(text: string): [name: string, value: string][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(line) ?? [];
    if (name === '') throw new TypeError(`A line must be "Name: value", not "${line}"`);
    return [name.trim(), value.trim()];
  });
}
