import { inject } from 'vitest';

/** The folder of a project that has the package installed, once it is. */
export async function installedProject(): Promise<string> {
  const response = await fetch(inject('installer'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
