import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Composer } from './faults/composer.tsx';
import { InForce } from './faults/in-force.tsx';
import { Pets } from './pets/pets.tsx';
import { Requests } from './requests/requests.tsx';
import { Footer } from './shell/footer.tsx';
import { Gate } from './shell/gate.tsx';
import { Header } from './shell/header.tsx';
import { useLoaded } from './state/loaded.ts';
import { useNotices } from './state/notices.ts';
import { PageContext, useEvents, useLive, type Page, type Source } from './state/page.ts';
import { useSession } from './state/session.ts';
import { actOn } from './state/undo.ts';
import { useView } from './state/view.ts';

/** The whole page: of a server, or of a mock in a page of somebody's own. */
export function App({ source }: { source: Source }) {
  const isServer = source.origin !== undefined;
  const [session, changeSession] = useSession();
  const [view, changeView] = useView(isServer);
  const notices = useNotices();
  const { dismiss, report } = notices;
  const element = useRef<HTMLDivElement>(null);
  const [isStopped, setStopped] = useState(source.stopped?.aborted ?? false);
  useEffect(() => source.stopped?.addEventListener('abort', () => setStopped(true)), [source]);
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
  const controlOf = (catalog: number | undefined) => {
    if (catalog === undefined) return control;
    return catalog === 0 ? plain : source.control({ token, catalog });
  };
  const state = useLoaded(() => control.info(), [control]);
  const faults = useLoaded(async () => (await control.faults.list()).toReversed(), [control]);
  const catalogs = useLoaded(
    async () => (isolate && (await source.catalogs?.({ token }))) || [],
    [source, token, isolate],
  );
  const { connection, listeners } = useLive(control, isAll);
  const isLost = connection.type === 'lost';
  useEvents(listeners, (event) => {
    const { type } = event;
    const isNew = type === 'open' || type === 'reset';
    if (type === 'open' || type === 'refused') started.reload();
    if (isNew || type === 'state') state.reload();
    if (isNew || type === 'faults') faults.reload();
    if (type !== 'lost' && isolate) catalogs.reload();
    // It has made room for others, or the server has started anew.
    if (type === 'refused' && isNoCatalog(event.error)) changeView({ key: '' }, { replace: true });
    // What failed while the server was gone is out of date.
    if (type === 'open' && notices.notice?.kind === 'failed' && !notices.notice.undo) dismiss();
  });
  // The undo is of the catalog that was shown.
  useEffect(dismiss, [control]);
  const page: Page = {
    ...notices,
    act: actOn(control, isAll, report),
    source,
    control,
    controlOf,
    info: state.value,
    faults: faults.value,
    catalogs: catalogs.value ?? [],
    isAll,
    isLost,
    listeners,
    view,
    changeView,
    session,
    changeSession,
    root: () => element.current!,
  };
  const shown = `${token} ${number} ${key}`;
  // A panel is a part of somebody's page, which has its own main part.
  const Main = isServer ? 'main' : 'div';
  const content =
    connection.type === 'refused' && !isNoCatalog(connection.error) ? (
      <Gate key={token} error={connection.error} />
    ) : isStopped ? (
      <p class="empty" role="status">
        The mock in this page has stopped: requests go to the network.
      </p>
    ) : (
      <>
        <Header />
        <InForce key={`in force ${shown}`} />
        <Main
          // A new catalog gets new panels, so that none shows what is in another.
          key={shown}
          class={`views ${view.tab || 'requests'} ${view.request === '' ? '' : 'has-pane'}`}
        >
          <Requests />
          <Pets />
        </Main>
        <section aria-label="Faults" inert={isLost}>
          <Composer key={`faults ${shown}`} />
        </section>
        <Footer />
      </>
    );
  return (
    <div
      class="app"
      ref={element}
      data-state={connection.type === 'open' ? 'live' : connection.type}
      {...(!isServer && { role: 'region', 'aria-label': source.title })}
    >
      <PageContext.Provider value={page}>{content}</PageContext.Provider>
    </div>
  );
}

/** A number that names no catalog, or none any more. */
const isNoCatalog = ({ status }: { readonly status: number | null }) =>
  status === 404 || status === 400;
