/**
 * Gives a value to the browser as a JSON file.
 *
 * @returns The name of the file, with the time in it: `requests-20260131-0900.har`.
 */
export function saveFile(value: object, kind: string, extension: string): string {
  const stamp = new Date().toISOString().slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-');
  const name = `${kind}-${stamp}.${extension}`;
  const url = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by the next turn.
  setTimeout(() => URL.revokeObjectURL(url), 0);
  return name;
}
