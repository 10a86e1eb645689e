import { createControl, ControlError } from '../client/index.ts';
import { OptionError } from '../contract/errors.ts';

/** The server of a worker. */
export interface PetCatalogTestServer {
  /** Where the service lives: `http://127.0.0.1:4020/v2`. */
  readonly url: string;
  /** The header whose values choose a catalog: `X-API-Key`, or the header that `isolate` names. */
  readonly header: string;
  /** Its admin token. Default: none. */
  readonly token: string | undefined;
}

const keyHeader = 'X-API-Key';

/**
 * Asks a server how it was started.
 *
 * @param option Which option it comes from, for the error.
 * @param address Its origin, its service URL, or the URL where the app is mounted.
 * @throws OptionError if it does not answer, or cannot give each test a catalog.
 */
export async function checkServer(
  option: 'petCatalogUrl' | 'petCatalogOptions',
  address: string,
  token: string | undefined,
): Promise<PetCatalogTestServer> {
  const createOptionError = (expected: string, message?: string) => {
    const explain = message === undefined ? {} : { explain: () => message };
    return new OptionError({ option, value: address, expected, ...explain });
  };
  if (!/^https?:/i.test(address) || !URL.canParse(address)) {
    throw createOptionError('the address of a server, such as "http://127.0.0.1:4020"');
  }

  const asking = createControl({ url: address, token }).info();
  const { isolate, keysRequired, basePath } = await asking.catch((error: unknown) => {
    if (!(error instanceof ControlError)) throw error;
    throw createOptionError(
      'the address of a server that runs, with its control plane and its token',
      `The server at ${address} cannot be controlled: ${error.message}. ` +
        'Start one with "npx pet-catalog-mock --isolate"; petCatalogToken is its --admin-token, where it has one',
    );
  });
  if (isolate === false) {
    throw createOptionError(
      'the address of a server that was started with --isolate',
      `The server at ${address} has one catalog for all, and each test needs its own: start it with --isolate (isolate: true in petCatalogOptions)`,
    );
  }
  const header = isolate === true ? keyHeader : isolate;
  if (keysRequired && header.toLowerCase() === keyHeader.toLowerCase()) {
    throw createOptionError(
      'the address of a server that accepts any key',
      `The server at ${address} accepts only the keys in its list, and each test needs one of its own: start it without --api-key, or have --isolate name another header (apiKeys and isolate in petCatalogOptions)`,
    );
  }
  return { url: serviceUrl(address, basePath), header, token };
}

/** Returns the service's URL. @param address An origin, a service URL, or the path of a mounted app. */
function serviceUrl(address: string, basePath: string): string {
  const { origin, pathname } = new URL(address);
  const path = pathname.replace(/\/+$/, '');
  if (path.endsWith(basePath)) return origin + path;
  // A mounted app knows its path; a server behind a proxy does not.
  return origin + (basePath.startsWith(`${path}/`) ? basePath : path + basePath);
}
