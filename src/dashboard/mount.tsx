import { render } from 'preact';
import { App } from './app.tsx';
import type { Source } from './state/source.ts';
import { style } from './style.ts';

/** Draws the page into an element, with `besides` as styles of that place; gives what takes it away. */
export function mount(element: Element | ShadowRoot, source: Source, besides = ''): () => void {
  const root = element.getRootNode() as Document | ShadowRoot;
  // A style sheet that a script makes is one that a page's policy allows.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style + besides);
  root.adoptedStyleSheets = [sheet];
  render(<App source={source} />, element);
  return () => render(null, element);
}
