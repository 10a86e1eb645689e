import { useEffect, useState } from 'preact/hooks';
import { Composer } from './faults/composer.tsx';
import { InForce } from './faults/in-force.tsx';
import { Pets } from './pets/pets.tsx';
import { Requests } from './requests/requests.tsx';
import { Footer } from './shell/footer.tsx';
import { Gate } from './shell/gate.tsx';
import { Header } from './shell/header.tsx';
import { isNoCatalog, PageContext, useWholePage } from './state/page.ts';
import type { Source } from './state/source.ts';

/** The whole page: of a server, or of a mock in a page of somebody's own. */
export function App({ source }: { source: Source }) {
  const isServer = source.origin !== undefined;
  const page = useWholePage(source);
  const { connection, isLost, shown, view } = page;
  const [isStopped, setStopped] = useState(source.stopped?.aborted ?? false);
  useEffect(() => source.stopped?.addEventListener('abort', () => setStopped(true)), [source]);
  // A panel is a part of somebody's page, which has its own main part.
  const Main = isServer ? 'main' : 'div';
  const content =
    connection.type === 'refused' && !isNoCatalog(connection.error) ? (
      <Gate key={page.session.token} error={connection.error} />
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
      ref={page.element}
      data-state={connection.type === 'open' ? 'live' : connection.type}
      {...(!isServer && { role: 'region', 'aria-label': source.title })}
    >
      <PageContext.Provider value={page}>{content}</PageContext.Provider>
    </div>
  );
}
