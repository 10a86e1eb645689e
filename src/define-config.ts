import type { Operation } from './operations/define-operation.ts';
import type { Delay } from './controls/delay.ts';
import type { Dialect } from './contract/dialect.ts';
import type { Fixtures, Scenarios } from './controls/state.ts';
import type { Handler, ServerOptions } from './server/options.ts';

/**
 * The content of a config file: the options of a server, with paths of files where the server takes their
 * content. Paths are relative to the config file.
 */
export interface PetCatalogConfig extends Omit<
  ServerOptions,
  'delay' | 'dialect' | 'fixtures' | 'handlers' | 'operations' | 'scenarios' | 'tls'
> {
  /**
   * Latency of each operation, in milliseconds: as in code, or as text such as `'100-300'` and
   * `'p50=300,p99=3000'`. Default: 0.
   */
  delay?: Delay | string | undefined;
  /** The path of a JSON file, or its content: how the mock differs from its defaults. Default: no differences. */
  dialect?: string | Dialect | undefined;
  /** The path of a JSON file, or its content: exact pets, or a snapshot. Default: generated pets. */
  fixtures?: string | Fixtures | undefined;
  /** The path of a module, or what it exports: msw handlers of your own. Default: none. */
  handlers?: string | readonly Handler[] | undefined;
  /** The path of a module, or what it exports: operations of your own. Default: none. */
  operations?: string | readonly Operation[] | undefined;
  /** The path of a JSON file or a module, or its content. They are added to the built-in ones. Default: none. */
  scenarios?: string | Scenarios | undefined;
  /** HTTPS, with a certificate and its key: the paths of two PEM files. Default: plain HTTP. */
  tls?: { cert: string; key: string } | undefined;
}

/**
 * Types the default export of `pet-catalog-mock.config.js` (or `.mjs`). It returns its argument. The
 * command checks it, and names the file in its messages.
 *
 * @example
 * export default defineConfig({ pets: 100, delay: '100-300', fixtures: './pets.json' });
 */
export function defineConfig(config: PetCatalogConfig): PetCatalogConfig {
  return config;
}
