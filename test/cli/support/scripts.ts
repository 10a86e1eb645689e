import { readFileSync } from 'node:fs';

/** Whether this Node loads modules in TypeScript: from 22.18 on. */
export const loadsTypeScript = Boolean((process.features as { typescript?: unknown }).typescript);

/** A command line of Node that runs this code: what a test has `run` run. */
export function node(code: string): string[] {
  return [process.execPath, '--input-type=module', '--eval', code];
}

/** Code that asks the mock for its pets, as `const response`. */
export const listPets = `const response = await fetch(process.env.PET_CATALOG_URL + '/pets', {
  headers: { 'X-API-Key': 'test' },
});`;

/** What a log in JSON says, line by line. */
export const linesOf = <Line = Record<string, unknown>>(log: string): Line[] =>
  Array.from(log.matchAll(/.+/g), ([line]) => JSON.parse(line) as Line);

/** Whether a process runs. One that has ended may still be in the list, for its parent to read. */
export function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return (
      process.platform !== 'linux' || !/\) [ZX] /.test(readFileSync(`/proc/${id}/stat`, 'utf8'))
    );
  } catch {
    return false;
  }
}

/**
 * A handlers file without msw, which is not installed beside it, that answers `/hello`.
 *
 * @param response Code of a `Response`.
 */
export const helloHandlers = (response: string) => `export default [{
  info: {}, isUsed: false, parse: async () => ({}),
  test: async () => true, predicate: async () => true,
  run: async ({ request }) => (request.url.endsWith('/hello') ? { response: ${response} } : null),
}];`;
