import type { ServerInfo } from '../../client.ts';

/** The operations to choose from, `''` for all; no others until they are known. */
export function operationChoices(info: ServerInfo | undefined): [string, string][] {
  const own = (info?.operations ?? []).map(({ name }): [string, string] => [name, name]);
  return [['', 'All operations'], ...own];
}

export { count, countOf, duration, shorten } from '../../contract/words.ts';
