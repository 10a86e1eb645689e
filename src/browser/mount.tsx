import { render } from 'preact';
import { Panel, type Source } from './panel.tsx';
import { style } from './style.ts';

/**
 * Puts the panel into an element of the page, at its end.
 *
 * @returns Takes it away. May be called twice.
 */
export function mount(element: Element, source: Source): () => void {
  // The page's styles end at its shadow, and a style sheet that a script makes is one that a page's
  // policy allows.
  const host = document.createElement('pet-catalog-controls');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [sheet];
  const onChange = () => host.dispatchEvent(new Event('change', { bubbles: true }));
  render(<Panel source={source} onChange={onChange} />, root);
  element.append(host);
  return () => {
    render(null, root);
    host.remove();
  };
}
