import { OptionError } from '../contract/errors.ts';

/**
 * The base URL of a service, in the two parts that its requests are made of.
 *
 * @throws OptionError, which repeats nothing of it: it may hold a password.
 */
export function parseTarget(url: string): { origin: string; path: string } {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  const isHttp = target?.protocol === 'http:' || target?.protocol === 'https:';
  if (!target || !isHttp)
    throw refusal('the base URL of a service, such as https://pets.example/v2');
  const { origin, pathname, username, password, search, hash } = target;
  if (username + password + search + hash !== '') {
    throw refusal('a base URL without a name, a password, a query or a fragment');
  }
  return { origin, path: pathname.replace(/\/+$/, '') };
}

function refusal(expected: string): OptionError {
  return new OptionError({ option: 'url', expected });
}
