import { createRequire } from 'node:module';
import { StartError } from './load-module.ts';

/** A server that is ready must have the msw that it loads only at the first request for it. */
export function checkMsw(): void {
  const found = installedMsw();
  const [major, minor] = (found ?? '').split('.').map(Number);
  // The peer range of package.json.
  if (major === 2 && minor! >= 15) return;
  if (major === 3) {
    // msw 3 is loaded by an older one, too, and fails at a request that it intercepts.
    if ('withResolvers' in Promise) return;
    throw new StartError(
      `msw ${found} is installed, which needs Node 22.12 or later, and this is Node ${process.versions.node}: ` +
        'npm install msw@2',
    );
  }
  const problem = found === undefined ? 'msw is not installed' : `msw ${found} is installed`;
  throw new StartError(
    `${problem}, and the server needs 2.15 or a later 2, or 3: npm install msw@2`,
  );
}

function installedMsw(): string | undefined {
  try {
    const { version } = createRequire(import.meta.url)('msw/package.json') as { version: string };
    return version;
  } catch {
    return undefined;
  }
}
