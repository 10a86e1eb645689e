import { createRequire } from 'node:module';
import { StartError } from './load-module.ts';

/** A server that is ready must have the packages that it loads only at the first request for them. */
export function checkPackages(): void {
  const packages = createRequire(import.meta.url);
  const found = versionOf(packages, 'msw');
  const [major, minor] = (found ?? '').split('.').map(Number);
  // The peer range of package.json.
  if (major !== 2 || !(minor! >= 15)) {
    const problem = found === undefined ? 'msw is not installed' : `msw ${found} is installed`;
    throw new StartError(`${problem}, and the server needs 2.15 or a later 2: npm install msw@2`);
  }
  for (const name of ['express', 'cors', '@mswjs/http-middleware', 'ws']) {
    if (versionOf(packages, name) === undefined) {
      throw new StartError(
        `${name} is not installed, and the server needs it: install pet-catalog-mock again`,
      );
    }
  }
}

function versionOf(packages: NodeJS.Require, name: string): string | undefined {
  try {
    return (packages(`${name}/package.json`) as { version: string }).version;
  } catch {
    return undefined;
  }
}
