import { once } from 'node:events';

/** Opens a page in the browser. @throws Error that says why it is not open. */
export async function openBrowser(url: string): Promise<void> {
  const explain = (reason: string) => new Error(`Cannot open ${url} in a browser: ${reason}`);
  const { default: open } = await import('open');
  const launcher = await open(url).catch((error: NodeJS.ErrnoException) => {
    throw explain(error.code === 'ENOENT' ? `there is no ${error.path}` : error.message);
  });
  const { exitCode, spawnfile } = launcher;
  const [status] = exitCode === null ? await once(launcher, 'exit') : [exitCode];
  if (status !== 0) throw explain(`${spawnfile} ended with ${status}`);
}
