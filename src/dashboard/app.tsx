import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { createControl } from '../client.ts';
import { DataPanel } from './data/data-panel.tsx';
import { CatalogsPanel } from './data/catalogs-panel.tsx';
import { DropZone } from './data/snapshot-file.tsx';
import { FaultsPanel } from './faults/faults-panel.tsx';
import { Notices } from './parts/notices.tsx';
import { PetsPanel } from './pets/pets-panel.tsx';
import { RequestsPanel } from './requests/requests-panel.tsx';
import { Header } from './shell/header.tsx';
import { standInKey } from './shell/key-field.tsx';
import { Refusal } from './shell/refusal.tsx';
import { SkipLinks, TabBar } from './shell/sections.tsx';
import { PageContext, type Page } from './state/context.ts';
import { useEvents, useLive } from './state/live.ts';
import { useLoaded } from './state/loaded.ts';
import { useNotices } from './state/notices.ts';
import { useSession } from './state/session.ts';
import { createSocketFetch } from './state/socket-fetch.ts';
import { useView } from './state/view.ts';

const stalled =
  'No answer for a second: requests that hang may hold all six connections of this browser. End them in their app, or close its tab.';

/** The whole page. */
export function App() {
  const stored = useSession();
  const viewed = useView();
  const [keyError, setKeyError] = useState('');
  const [faultCount, setFaultCount] = useState(0);
  const [pointedPet, setPointedPet] = useState('');
  const notices = useNotices();
  const { token, catalog } = stored.session;

  const requestKeys = useMemo(() => new Map<string, string>(), []);
  const onStall = useRef(() => {});
  const fetch = useMemo(() => createSocketFetch(() => onStall.current()), []);

  // The server's settings say which key to use, and reading them needs none.
  const useControl = (header: string, value: string, number?: number) =>
    useMemo(
      () =>
        createControl({
          url: location.href,
          token,
          catalog: number,
          headers: value === '' ? {} : { [header]: value },
          fetch,
        }),
      [token, header, value, number, fetch],
    );
  const plain = useControl('', '');
  const started = useLoaded(() => plain.info(), [plain]);
  const info = started.value;
  const number = info?.isolate ? (catalog ?? undefined) : undefined;
  // A catalog that was chosen by its number has a key that the page does not know.
  const needsKey = info?.keysRequired || number !== undefined;
  const apiKey = stored.session.apiKey || (needsKey ? '' : standInKey);
  const keyOfCatalog = info?.isolate ? apiKey : '';
  const isolation = typeof info?.isolate === 'string' ? info.isolate : 'X-API-Key';
  const control = useControl(isolation, number === undefined ? keyOfCatalog : '', number);
  const state = useLoaded(() => control.info(), [control]);
  const live = useLive(control);
  const { connection } = live;
  onStall.current = () => {
    // The page already says that the server does not answer.
    if (connection.state !== 'lost') notices.notify({ kind: 'failed', text: stalled });
  };
  useEvents(live.listen, (event) => {
    if (event.type === 'open' || event.type === 'refused') started.reload();
    if (event.type === 'open' || event.type === 'state') state.reload();
    // It has made room for others, or the server has started anew.
    if (event.type === 'refused' && event.error.status === 404) {
      stored.changeSession({ catalog: null });
    }
    // What failed while the server was gone is out of date.
    const { notice } = notices;
    if (event.type === 'open' && notice?.kind === 'failed' && !notice.undo) notices.dismiss();
  });
  // The undo is of the catalog that was shown.
  const shown = `${token} ${number ?? keyOfCatalog}`;
  useEffect(notices.dismiss, [shown, notices.dismiss]);
  // The server's settings can be read without a key: where that works, the key is wrong.
  const refused = connection.state === 'refused' ? connection.error : undefined;
  const keyRefused = refused?.status === 401 && keyOfCatalog !== '' && !started.error;
  useEffect(() => {
    if (keyRefused) setKeyError(refused.message);
  }, [keyRefused, refused]);

  if (refused && !keyRefused) {
    return (
      <Refusal
        error={refused}
        tried={token !== ''}
        onToken={(given) => stored.changeSession({ token: given })}
      />
    );
  }

  const page: Page = {
    ...live,
    ...notices,
    ...stored,
    ...viewed,
    control,
    info,
    apiKey,
    keyError,
    setKeyError,
    plain,
    state: state.value,
    requestKeys,
    faultCount,
    setFaultCount,
    pointedPet,
    setPointedPet,
  };
  return (
    <PageContext.Provider value={page}>
      <SkipLinks />
      <Header />
      {connection.state === 'lost' && (
        <p class="gone warn" role="alert">
          The server does not answer. This page comes back by itself as soon as it does.
        </p>
      )}
      <TabBar />
      <main
        // A new catalog gets new panels, so that none shows what is in another.
        key={shown}
        id="main"
        class="panels"
        data-tab={viewed.view.tab}
        tabindex={-1}
      >
        <PetsPanel />
        <RequestsPanel />
        <div class="stack controls">
          {info?.isolate && <CatalogsPanel />}
          <FaultsPanel />
          <DataPanel />
        </div>
      </main>
      <DropZone />
      <Notices />
    </PageContext.Provider>
  );
}
