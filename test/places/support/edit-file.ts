import { readFile, writeFile } from 'node:fs/promises';
import { expect, onTestFinished } from 'vitest';

/** Changes a file for the length of a test. */
export async function editFile(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  onTestFinished(() => writeFile(file, text));
  await writeFile(file, text.replace(from, to));
}
