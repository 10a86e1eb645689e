/// <reference lib="esnext.disposable" preserve="true" />
import { setupWorker, type SetupWorker, type StartOptions } from 'msw/browser';
import * as v from 'valibot';
import { checkOptions, type PetCatalogOptions } from '../catalog/options.ts';
import { findLocale } from '../controls/locales.ts';
import { catalogOptions, localeOption } from '../controls/options.ts';
import { loadPetNames } from '../fixtures/pet-names.ts';
import { createService } from '../service/service.ts';
import { reloadWithoutControl } from './control.ts';
import { restoreKept } from './persist.ts';
import { unhandledOptions, type UnhandledRequest } from './unhandled.ts';
import { OptionError, show } from '../contract/errors.ts';
import { toPetCatalog, type PetCatalog } from '../pet-catalog.ts';

/** The options of the catalog, and how the worker runs. */
export interface WorkerOptions extends PetCatalogOptions {
  /**
   * What happens to requests without a handler: `'bypass'`, `'warn'`, `'error'` or a function, as in
   * msw 2. It works with msw 3 too. Default: `'bypass'`, because a page loads much else.
   */
  onUnhandledRequest?: UnhandledRequest | undefined;
  /**
   * The URL of the script that `msw init` writes, and how to register it. Default: the URL
   * `/mockServiceWorker.js`. The script reaches pages in its own folder and below.
   */
  serviceWorker?: StartOptions['serviceWorker'] | undefined;
  /** Keeps msw from writing each request to the console. Default: `false`. */
  quiet?: boolean | undefined;
  /** The language of the names of generated pets: `'de'`, `'ja'`, `'pt-BR'`. Default: `'en'`. */
  locale?: string | undefined;
  /** msw handlers of yours, asked before the service's own. Default: none. */
  handlers?: Parameters<typeof setupWorker> | undefined;
  /**
   * Keeps pets, faults and scenario across a reload: `'session'` for the tab, `'local'` for all tabs of
   * the origin. The tab that changed something last wins. A state that no longer fits the options is
   * dropped with a warning on the console. Default: nothing is kept. It cannot be combined with
   * `isolate`.
   */
  persist?: 'session' | 'local' | undefined;
}

/** A mock that runs in the page. */
export interface RunningWorker {
  /** The catalog with its controls: pets, faults, requests, reset and the rest. */
  readonly catalog: PetCatalog;
  /** msw's worker, for `use(...)`, `resetHandlers()` and `events`. */
  readonly worker: SetupWorker;
  /**
   * Adds the dashboard to the end of an element, as wide as the element. Its code is loaded on the
   * first call. It sends a `change` event, which bubbles, when a person has changed something.
   *
   * @returns A function that removes it. It may be called twice.
   * @throws TypeError if the argument is not an element; OptionError with `isolate`.
   */
  mountControls(element: Element): Promise<() => void>;
  /**
   * Stops the mock: later requests go to the network. It may be called twice.
   *
   * @returns A promise that resolves when another mock can be started.
   */
  stop(): Promise<void>;
  /** Stops it at the end of a block: `await using mock = await startWorker()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

const workerOptions = {
  onUnhandledRequest: {
    schema: v.union(
      [v.picklist(['bypass', 'warn', 'error']), v.function()],
      '"bypass", "warn", "error" or a function',
    ),
  },
  serviceWorker: {
    schema: v.strictObject(
      {
        url: v.optional(v.string('a string')),
        options: v.optional(v.looseObject({}, 'an object')),
      },
      'an object with "url" and optionally "options"',
    ),
  },
  quiet: { schema: v.boolean('true or false') },
  locale: localeOption,
  handlers: { schema: v.array(v.any(), 'an array of msw handlers') },
  persist: { schema: v.picklist(['session', 'local'], '"session" or "local"') },
} as const;

/** Marks a page that has a running mock. It works if a dev server has loaded this module twice. */
const place = Symbol.for('pet-catalog-mock/browser');

/** How long to wait for the worker script, in milliseconds. */
const longestWait = 2000;

/**
 * Answers the page's requests to the Pet Catalog service in a service worker, without a server. The
 * catalog has the handlers and controls of `createPetCatalog(options)`. One mock can run at a time:
 * await `stop()` before you start another. The pets live as long as the page, or longer with `persist`.
 *
 * It needs the script that `npx msw init <public folder> --no-save` writes, or that `petCatalogMock()`
 * serves in Vite. The page must come from `localhost` or over HTTPS.
 *
 * @example
 * const { catalog } = await startWorker({ pets: 12 });
 * catalog.faults.add({ operation: 'listPets', status: 503, times: 1 });
 *
 * @returns A promise that resolves when requests are answered.
 * @throws OptionError that names the option, the value and what is expected.
 * @throws Error if a mock already runs in the page, or the script is missing or does not control the
 *   page; msw's own error if the browser has no service workers.
 */
export async function startWorker(options: WorkerOptions = {}): Promise<RunningWorker> {
  checkOptions(options, { ...catalogOptions, ...workerOptions });
  const {
    onUnhandledRequest = 'bypass',
    serviceWorker,
    quiet = false,
    handlers = [],
    persist,
    locale = 'en',
    ...ofCatalog
  } = options;
  const petNames = await loadPetNames(findLocale(locale)!);
  const service = createService(ofCatalog, { petNames });
  const catalog = toPetCatalog(service);
  const { isolate } = service.settings;
  if (persist && isolate) {
    const expected = 'left out beside "isolate", with which each key has a catalog of its own';
    throw new OptionError({ option: 'persist', value: persist, expected });
  }
  const scriptUrl = serviceWorker?.url ?? '/mockServiceWorker.js';
  await reloadWithoutControl(scriptUrl);
  // Before the first request is answered.
  const keep = persist && (await restoreKept(service, persist, { ...ofCatalog, locale }));
  const worker: StartedWorker = setupWorker(...handlers, ...catalog.handlers);
  const release = claimPage();
  const registration = await worker
    .start({
      ...unhandledOptions(onUnhandledRequest),
      quiet,
      ...(serviceWorker && { serviceWorker }),
    })
    .catch((error: Error) => {
      // msw 3 has replaced the page's WebSocket by then, and could not start again.
      if (worker.readyState === 1) stopWorker(worker).catch(() => {});
      release();
      throw explainStart(error, scriptUrl);
    });
  const ended = new AbortController();
  keep?.(ended.signal);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= end());
  async function end(): Promise<void> {
    ended.abort();
    await stopWorker(worker);
    if (registration?.active) await letGo(registration, registration.active);
    release();
  }
  return {
    catalog,
    worker,
    async mountControls(element) {
      if (!(element instanceof Element)) {
        throw new TypeError(
          `mountControls(...) needs an element of the page, not ${show(element)}`,
        );
      }
      if (isolate) {
        const expected = 'false for mountControls(...), which shows one catalog';
        throw new OptionError({ option: 'isolate', value: isolate, expected });
      }
      const { mountIn } = await import('./mount.ts');
      return mountIn(element, catalog, ended.signal);
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Marks the page, because two mocks would both answer. Returns a function that removes the mark. */
function claimPage(): () => void {
  const page = globalThis as { [place]?: true };
  if (page[place]) {
    throw new Error(
      'A mock already runs in this page: await its stop() before you start another. ' +
        'In a module that Vite updates: import.meta.hot?.dispose(() => mock.stop())',
    );
  }
  page[place] = true;
  return () => delete page[place];
}

/** Explains a missing script. Dev servers answer with a page, and the browser then names only its type. */
function explainStart(error: Error, url: string): Error {
  if (!/MIME type|\(404\)|does not exist/.test(error.message)) return error;
  return new Error(
    `msw's worker script is not at ${url}. Run "npx msw init <public folder> --no-save", or ` +
      `in Vite use the plugin petCatalogMock() of pet-catalog-mock/vite and, if you set its base, the option ` +
      `serviceWorker: { url: import.meta.env.BASE_URL + 'mockServiceWorker.js' }. ${error.message}`,
    { cause: error },
  );
}

/** msw 3 has `readyState`; msw 2 has not. */
type StartedWorker = SetupWorker & { readonly readyState?: number };

/** Stops the worker. msw 3 waits for its script, but a script of msw 2 that was left behind never answers. */
async function stopWorker(worker: StartedWorker): Promise<void> {
  // msw 3 throws if the page itself has stopped it.
  if (worker.readyState === 0) return;
  const late = new Promise((resolve) => setTimeout(resolve, longestWait));
  await Promise.race([worker.stop(), late]);
}

/**
 * Waits until msw's script has unregistered itself, which it does after its last page stopped. A start
 * before that fails. The script answers messages in order, so an answer means that it has stopped.
 */
async function letGo(
  registration: ServiceWorkerRegistration,
  script: ServiceWorker,
): Promise<void> {
  const heard = new AbortController();
  const signal = AbortSignal.any([heard.signal, AbortSignal.timeout(longestWait)]);
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    const listener = ({ data }: MessageEvent<{ type?: unknown } | null>) => {
      if (data?.type === 'KEEPALIVE_RESPONSE') heard.abort();
    };
    navigator.serviceWorker.addEventListener('message', listener, { signal });
    script.postMessage('KEEPALIVE_REQUEST', []);
  });
  // The browser runs this after the unregistering, whether it succeeds or fails.
  await registration.update().catch(() => {});
}
