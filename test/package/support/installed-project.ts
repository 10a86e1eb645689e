import { inject } from 'vitest';

/** The folder of a project that has the package installed, once it is. */
export function installedProject(): Promise<string> {
  return ask('/');
}

/**
 * The folder of a copy of `examples/<name>`, a project of its own that has the package from its
 * tarball and what its `package.json` asks for beside it, once they are installed.
 */
export function installedExample(name: string): Promise<string> {
  return ask(`/examples/${name}`);
}

/** The path of the tarball. */
export function packedPackage(): Promise<string> {
  return ask('/tarball');
}

async function ask(path: string): Promise<string> {
  const response = await fetch(new URL(path, inject('installer')));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
