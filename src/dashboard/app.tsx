import { render } from 'preact';
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
import style from './style.css?inline';

/** Draws the page into an element, with `besides` as styles of that place; gives what takes it away. */
export function mount(element: Element | ShadowRoot, source: Source, besides = ''): () => void {
  const root = element.getRootNode() as Document | ShadowRoot;
  // A style sheet that a script makes is one that a page's policy allows.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style + besides);
  root.adoptedStyleSheets = [sheet];
  render(<App source={source} root={root} />, element);
  return () => render(null, element);
}

function App({ source, root }: { source: Source; root: Document | ShadowRoot }) {
  const { isServer } = source;
  const page = useWholePage(source, root);
  const { connection, isLost, shown, view } = page;
  const [isStopped, setStopped] = useState(source.stopped?.aborted ?? false);
  useEffect(() => source.stopped?.addEventListener('abort', () => setStopped(true)), [source]);
  // A panel is a part of somebody's page, which has its own main part.
  const Main = isServer ? 'main' : 'div';
  const content =
    connection?.type === 'refused' && !isNoCatalog(connection.error) ? (
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
      data-state={connection?.type === 'open' ? 'live' : connection?.type}
      {...(!isServer && { role: 'region', 'aria-label': page.title })}
    >
      <PageContext.Provider value={page}>{content}</PageContext.Provider>
    </div>
  );
}
