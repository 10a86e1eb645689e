import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { Composer } from './faults/composer.tsx';
import { InForce } from './faults/in-force.tsx';
import { Pets } from './pets/pets.tsx';
import { Requests } from './requests/requests.tsx';
import { Footer } from './shell/footer.tsx';
import { Gate } from './shell/gate.tsx';
import { Header } from './shell/header.tsx';
import { useEvents, useLive } from './state/live.ts';
import { useLoaded } from './state/loaded.ts';
import { useNotices } from './state/notices.ts';
import { focused, PageContext, type Page } from './state/page.ts';
import { useSession } from './state/session.ts';
import type { PageControl, Source } from './state/source.ts';
import { useView } from './state/view.ts';

/** Milliseconds between two readings of the catalogs: there may be a thousand. */
const catalogPace = 1000;

const stalled =
  'No answer for a second: requests that hang may hold all six connections of this browser. End them in their app, or close its tab.';

/** The whole page: of a server, or of a mock in a page of somebody's own. */
export function App({ source }: { source: Source }) {
  const isServer = source.origin !== undefined;
  const [session, changeSession] = useSession();
  const [view, changeView] = useView(isServer);
  const notices = useNotices();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    source.stopped?.addEventListener('abort', () => redraw(undefined));
  }, [source]);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const { token } = session;

  const plain = useMemo(() => source.control({ token }), [source, token]);
  // The server's settings say whether keys have catalogs, and reading them needs none.
  const started = useLoaded(() => plain.info(), [plain]);
  const isolate = started.value?.isolate ?? false;
  const number = isolate && view.key !== '' ? Number(view.key) : undefined;
  const key = isolate && number === undefined ? session.shownKey : '';
  const isAll = isolate !== false && number === undefined && key === '';
  const control = useMemo(() => {
    if (number !== undefined) return source.control({ token, catalog: number });
    const header = typeof isolate === 'string' ? isolate : 'X-API-Key';
    return key === '' ? plain : source.control({ token, headers: { [header]: key } });
  }, [plain, number, key]);
  const controlOf = useMemo(() => {
    const made = new Map<number | undefined, PageControl>([
      [undefined, control],
      [0, plain],
    ]);
    return (catalog: number | undefined) => {
      const one = made.get(catalog) ?? source.control({ token, catalog });
      made.set(catalog, one);
      return one;
    };
  }, [control]);
  const state = useLoaded(() => control.info(), [control]);
  const faults = useLoaded(async () => (await control.faults.list()).toReversed(), [control]);
  const catalogs = useLoaded(
    async () => (isolate && (await source.catalogs?.({ token }))) || [],
    [source, token, isolate],
    catalogPace,
  );
  const { connection, listen } = useLive(control, isAll);
  useEvents(listen, (event) => {
    const { type } = event;
    if (type === 'open' || type === 'refused') started.reload();
    if (type === 'open' || type === 'state' || type === 'reset') state.reload();
    if (type === 'open' || type === 'faults' || type === 'reset') faults.reload();
    if (type !== 'lost' && isolate) catalogs.reload();
    // It has made room for others, or the server has started anew.
    if (type === 'refused' && isNoCatalog(event.error)) changeView({ key: '' }, { replace: true });
    // What failed while the server was gone is out of date.
    const { notice } = notices;
    if (type === 'open' && notice?.kind === 'failed' && !notice.undo) notices.dismiss();
  });
  useEffect(() => {
    const onStalled = () => {
      // The page already says that the server does not answer.
      if (connection.state !== 'lost')
        void notices.report(() => Promise.reject(new Error(stalled)));
    };
    addEventListener('stalled', onStalled);
    return () => removeEventListener('stalled', onStalled);
  });
  // The undo is of the catalog that was shown.
  useEffect(notices.dismiss, [control, notices.dismiss]);
  const scenario = state.value?.scenario ?? null;
  useEffect(() => {
    if (isServer)
      document.title = scenario === null ? source.title : `${scenario} · ${source.title}`;
  }, [isServer, scenario, source]);
  const isGate = connection.state === 'refused' && !isNoCatalog(connection.error);
  useKeptFocus(element, isGate);

  if (isGate) {
    return (
      <div class="app" ref={element} tabIndex={-1}>
        <Gate
          key={token}
          title={source.title}
          error={connection.error}
          isTried={token !== ''}
          onToken={(given) => changeSession({ token: given })}
        />
      </div>
    );
  }

  if (source.stopped?.aborted) {
    return (
      <div class="app" ref={element} tabIndex={-1}>
        <p class="empty" role="status">
          The mock in this page has stopped: requests go to the network.
        </p>
      </div>
    );
  }

  const page: Page = {
    ...notices,
    source,
    control,
    controlOf,
    info: state.value,
    faults: faults.value,
    catalogs: catalogs.value ?? [],
    isAll,
    connection,
    listen,
    view,
    changeView,
    session,
    changeSession,
    root: () => element.current!,
  };
  const isLost = connection.state === 'lost';
  const shown = `${token} ${number} ${key}`;
  // A panel is a part of somebody's page, which has its own main part.
  const Main = isServer ? 'main' : 'div';
  return (
    <PageContext.Provider value={page}>
      <div
        class="app"
        ref={element}
        tabIndex={-1}
        data-state={connection.state}
        {...(!isServer && { role: 'region', 'aria-label': source.title })}
      >
        <Header />
        <InForce key={`in force ${shown}`} />
        <Main
          // A new catalog gets new panels, so that none shows what is in another.
          key={shown}
          class={`views ${view.tab} ${view.request === '' ? '' : 'has-pane'}`}
        >
          <Requests />
          <Pets />
        </Main>
        <section aria-label="Faults" inert={isLost}>
          <Composer key={`faults ${shown}`} />
        </section>
        <Footer />
      </div>
    </PageContext.Provider>
  );
}

/**
 * The focus is never lost: when what has it goes by itself (a fault that is used up, say), the
 * page has it.
 */
function useKeptFocus(root: { readonly current: HTMLElement | null }, isGate: boolean): void {
  useEffect(() => {
    const element = root.current!;
    let last: EventTarget | null = null;
    const onFocusIn = ({ target }: FocusEvent) => (last = target);
    const observer = new MutationObserver(() => {
      if (!(last instanceof Element) || last.isConnected) return;
      last = null;
      const now = focused(element);
      if (now === null || now === document.body) element.focus({ preventScroll: true });
    });
    element.addEventListener('focusin', onFocusIn);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      observer.disconnect();
    };
  }, [root, isGate]);
}

/** A number that names no catalog, or none any more. */
const isNoCatalog = ({ status }: { readonly status: number | null }) =>
  status === 404 || status === 400;
