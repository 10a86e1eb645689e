import { createRequire } from 'node:module';
import { StartError } from './load-module.ts';

/** A server that is ready must have the msw that it loads only at the first request for it. */
export function checkMsw(): void {
  const found = installedMsw();
  const [major, minor] = (found ?? '').split('.').map(Number);
  // The peer range of package.json.
  if ((major === 2 && minor! >= 15) || major === 3) return;
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
