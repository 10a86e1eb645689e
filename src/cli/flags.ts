import { toBoolean, toDelay, toKeys, toNumber, toOrigins, toText } from './parse.ts';

/** One flag, with everything that goes by its name: the one table of the command's settings. */
export interface Flag {
  /** The option that it sets, and its key in a config file; `tls.cert` is a key of `tls`. */
  readonly option: string;
  /** As commander reads it. */
  readonly flag: string;
  readonly environment?: string;
  readonly group: string;
  readonly description: string;
  /** In words. A test holds it to the default itself. */
  readonly default?: string;
  /** What the flag sets when it takes no value. */
  readonly value?: boolean;
  /** Makes of a flag's or a variable's text what the option takes; unfit text stays as it is. */
  readonly parse: (text: string) => unknown;
  /** What the text must be, where the option's own words speak of something else than text. */
  readonly expected?: string;
  /** May be given several times. */
  readonly repeatable?: true;
  /** Names a file, which counts from the working directory or from the config file's folder. */
  readonly file?: true;
  /** Never shown. */
  readonly secret?: true;
}

const pets = 'Pets:';
const behaviour = 'Behaviour:';
const server = 'Server:';
const control = 'Control plane and dashboard:';

const booleanWords = 'true, false, 1 or 0';

/** All settings of the server that the command knows. */
export const flags: readonly Flag[] = [
  {
    option: 'pets',
    flag: '--pets <number>',
    environment: 'PET_CATALOG_PETS',
    group: pets,
    description: 'how many pets are seeded',
    default: '25',
    parse: toNumber,
  },
  {
    option: 'seed',
    flag: '--seed <number>',
    environment: 'PET_CATALOG_SEED',
    group: pets,
    description: 'same seed, same pets, ids and injected chaos',
    default: '20240229',
    parse: toNumber,
  },
  {
    option: 'fixtures',
    flag: '--fixtures <file>',
    environment: 'PET_CATALOG_FIXTURES',
    group: pets,
    description: 'exact pets instead of --pets: a JSON array of {name, tag?, id?}, or a snapshot',
    parse: toText,
    file: true,
  },
  {
    option: 'maxPets',
    flag: '--max-pets <number>',
    environment: 'PET_CATALOG_MAX_PETS',
    group: pets,
    description: 'how many pets a catalog may hold',
    default: '1000000',
    parse: toNumber,
  },
  {
    option: 'apiKeys',
    flag: '--api-key <key>',
    environment: 'PET_CATALOG_API_KEYS',
    group: behaviour,
    description: 'a key that is accepted; repeat it for more (the variable: separated by commas)',
    default: 'any key',
    parse: toKeys,
    expected: 'at least one key that is not empty',
    repeatable: true,
    secret: true,
  },
  {
    option: 'isolate',
    flag: '--isolate [header]',
    environment: 'PET_CATALOG_ISOLATE',
    group: behaviour,
    description: 'each API key has a catalog of its own; or each value of this header',
    value: true,
    parse: toBoolean,
    expected: 'true or false, or the name of a header such as X-Test-Id',
  },
  {
    option: 'delay',
    flag: '--delay <ms>',
    environment: 'PET_CATALOG_DELAY',
    group: behaviour,
    description: 'latency of each operation in milliseconds: 250, or 100-300 for a random one',
    default: '0',
    parse: toDelay,
    expected: 'milliseconds (250) or a range of them, the smaller first (100-300)',
  },
  {
    option: 'journalSize',
    flag: '--journal-size <number>',
    environment: 'PET_CATALOG_JOURNAL_SIZE',
    group: behaviour,
    description: 'how many requests are kept to be looked at; 0 keeps none',
    default: '1000',
    parse: toNumber,
  },
  {
    option: 'maxBodyBytes',
    flag: '--max-body-bytes <number>',
    environment: 'PET_CATALOG_MAX_BODY_BYTES',
    group: behaviour,
    description: 'the largest request body',
    default: '1048576',
    parse: toNumber,
  },
  {
    option: 'handlers',
    flag: '--handlers <file>',
    environment: 'PET_CATALOG_HANDLERS',
    group: behaviour,
    description: 'a module whose default export is an array of msw handlers; they come first',
    parse: toText,
    file: true,
  },
  {
    option: 'port',
    flag: '-p, --port <number>',
    environment: 'PORT',
    group: server,
    description: '0 takes a free one',
    default: '4020',
    parse: toNumber,
  },
  {
    option: 'host',
    flag: '--host <name>',
    environment: 'HOST',
    group: server,
    description:
      'address to listen on; one that others can reach needs --admin-token or --no-admin',
    default: '127.0.0.1',
    parse: toText,
  },
  {
    option: 'baseUrl',
    flag: '--base-path <path>',
    environment: 'PET_CATALOG_BASE_PATH',
    group: server,
    description: 'where the service lives (in a config file: "baseUrl")',
    default: '/v2',
    parse: toText,
    expected: 'a path such as /v2',
  },
  {
    option: 'cors',
    flag: '--cors-origin <origin>',
    environment: 'PET_CATALOG_CORS_ORIGIN',
    group: server,
    description:
      'which pages may call the service: * for all, an origin, or several separated by commas (the variable: false for none)',
    default: '*',
    parse: toOrigins,
    expected: '*, an origin such as https://app.example, several separated by commas, or false',
  },
  {
    option: 'cors',
    flag: '--no-cors',
    group: server,
    description: 'no CORS headers',
    value: false,
    parse: toBoolean,
  },
  {
    option: 'tls.cert',
    flag: '--tls-cert <file>',
    environment: 'PET_CATALOG_TLS_CERT',
    group: server,
    description: 'HTTPS with this certificate (PEM); needs --tls-key',
    parse: toText,
    file: true,
  },
  {
    option: 'tls.key',
    flag: '--tls-key <file>',
    environment: 'PET_CATALOG_TLS_KEY',
    group: server,
    description: 'the key of that certificate (PEM)',
    parse: toText,
    file: true,
  },
  {
    option: 'fastLane',
    flag: '--no-fast-lane',
    environment: 'PET_CATALOG_FAST_LANE',
    group: server,
    description: 'all requests go through Express and the handlers (the variable: false)',
    value: false,
    parse: toBoolean,
    expected: booleanWords,
  },
  {
    option: 'log',
    flag: '--log <format>',
    environment: 'PET_CATALOG_LOG',
    group: server,
    description: 'one line a request on standard error: pretty, json or none',
    default: 'pretty on a terminal, else json',
    parse: toText,
  },
  {
    option: 'admin',
    flag: '--no-admin',
    environment: 'PET_CATALOG_ADMIN',
    group: control,
    description: 'neither control plane nor dashboard (the variable: false)',
    value: false,
    parse: toBoolean,
    expected: booleanWords,
  },
  {
    option: 'adminToken',
    flag: '--admin-token <token>',
    environment: 'PET_CATALOG_ADMIN_TOKEN',
    group: control,
    description: 'control requests must bring it: Authorization: Bearer <token>',
    parse: toText,
    secret: true,
  },
];

/** The keys that a config file may have. */
export const configKeys: readonly string[] = [
  ...new Set(flags.map(({ option }) => option.split('.')[0]!)),
];

/** The variable that names a config file where there is no `--config`. */
export const configVariable = 'PET_CATALOG_CONFIG';
