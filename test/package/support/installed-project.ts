import { prepared } from '../../support/prepared.ts';

/**
 * The folder of a copy of `examples/<name>`, a project of its own that has the package from its
 * tarball and what its `package.json` asks for beside it, once they are installed.
 */
export function installedExample(name: string): Promise<string> {
  return prepared(`examples/${name}`);
}
