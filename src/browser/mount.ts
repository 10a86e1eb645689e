import { mount } from '../dashboard/app.tsx';
import { serviceOf, type PetCatalog } from '../pet-catalog.ts';
import { createLocalControl } from './local-control.ts';

/** Styles of the panel in a user's page, which can override them by the element's name. */
const hostStyle = `
:host {
  all: initial;
  color-scheme: light dark;
  display: block;
  max-width: 1100px;
  height: min(640px, 90vh);
  border: 1px solid var(--line);
  border-radius: 10px;
  overflow: hidden;
}
:host([hidden]) { display: none; }
.app { height: 100%; }
`;

/**
 * Adds the dashboard of a mock to the end of an element.
 *
 * @param stopped Aborts when the mock has stopped.
 * @returns A function that removes it. It may be called twice.
 */
export function mountIn(element: Element, catalog: PetCatalog, stopped: AbortSignal): () => void {
  // A shadow root keeps the styles of the page out.
  const host = document.createElement('pet-catalog-controls');
  const root = host.attachShadow({ mode: 'open' });
  element.append(host);
  const control = createLocalControl(catalog, () =>
    host.dispatchEvent(new Event('change', { bubbles: true })),
  );
  const { origin } = serviceOf(catalog).settings.baseUrl;
  const unmount = mount(
    root,
    {
      isServer: false,
      origin: origin ?? location.origin,
      control: () => control,
      stopped,
    },
    hostStyle,
  );
  return () => {
    unmount();
    host.remove();
  };
}
