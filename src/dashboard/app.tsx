import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Composer } from './faults/composer.tsx';
import { Strip } from './faults/strip.tsx';
import { useSize } from './parts/hooks.ts';
import { Pets } from './pets/pets.tsx';
import { JournalProvider } from './requests/journal.tsx';
import { Requests } from './requests/requests.tsx';
import { Footer } from './shell/footer.tsx';
import { Gate } from './shell/gate.tsx';
import { Header } from './shell/header.tsx';
import { isNoCatalog, PageContext, useWholePage } from './state/page.ts';
import type { Source } from './state/source.ts';
import style from './style.css?inline';

/** Narrower pages have the composer and the base URL in menus, in pixels. */
const narrow = 720;

/** Draws the page into an element, with more styles in `besides`. Returns what removes it. */
export function mount(element: Element | ShadowRoot, source: Source, besides = ''): () => void {
  const root = element.getRootNode() as Document | ShadowRoot;
  // Every content security policy allows a style sheet that a script makes.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style + besides);
  root.adoptedStyleSheets = [sheet];
  render(<App source={source} root={root} />, element);
  return () => render(null, element);
}

function App({ source, root }: { source: Source; root: Document | ShadowRoot }) {
  const { isServer } = source;
  const page = useWholePage(source, root);
  const { connection, isLost, list, shown, view, info } = page;
  const [isStopped, setStopped] = useState(source.stopped?.aborted ?? false);
  useEffect(() => source.stopped?.addEventListener('abort', () => setStopped(true)), [source]);
  const app = useRef<HTMLDivElement>(null);
  const isNarrow = useSize(app).width < narrow;
  // A panel is a part of a page that has its own main part.
  const Main = isServer ? 'main' : 'div';
  const content =
    connection?.type === 'refused' && !isNoCatalog(connection.error) ? (
      <Gate key={page.session.token} error={connection.error} />
    ) : isStopped ? (
      <p class="empty" role="status">
        The mock in this page has stopped: requests go to the network.
      </p>
    ) : (
      <JournalProvider>
        <Header isNarrow={isNarrow} />
        <section aria-label="Faults" inert={isLost}>
          <Composer key={`faults ${shown}`} isNarrow={isNarrow} />
        </section>
        <Strip key={`in force ${shown}`} />
        {info?.problems.map((problem) => (
          <p key={problem} class="problem bar warn" role="alert">
            {problem}
          </p>
        ))}
        <Main class={`views ${view.tab || 'requests'} ${view.request === '' ? '' : 'has-pane'}`}>
          <Requests key={`requests ${list}`} />
          <Pets key={`pets ${shown}`} />
        </Main>
        <Footer />
      </JournalProvider>
    );
  return (
    <div
      class="app"
      ref={app}
      data-state={connection?.type === 'open' ? 'live' : connection?.type}
      {...(!isServer && { role: 'region', 'aria-label': page.title })}
    >
      <PageContext.Provider value={page}>{content}</PageContext.Provider>
    </div>
  );
}
