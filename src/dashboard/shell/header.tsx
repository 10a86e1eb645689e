import { Mark } from '../parts/icons.tsx';
import { usePage } from '../state/context.ts';
import { KeyField } from './key-field.tsx';

/** What this is, how it stands, and who asks. */
export function Header() {
  const { info } = usePage();
  return (
    <header class="top">
      <div class="brand">
        <Mark />
        <div>
          <h1>Pet Catalog Mock</h1>
          <p class="where">
            <code>
              {location.origin}
              {info?.basePath}
            </code>
          </p>
        </div>
      </div>
      <ConnectionState />
      <KeyField />
      <nav class="links" aria-label="Documents">
        <a href="/docs">API reference</a>
        <a href="/openapi.json">openapi.json</a>
      </nav>
    </header>
  );
}

const words = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting',
  refused: 'Refused',
};

function ConnectionState() {
  const { connection, info } = usePage();
  return (
    <p class={`connection ${connection.state}`} title={info && `Version ${info.version}`}>
      <span class="dot" aria-hidden="true" />
      <span role="status">
        <span class="visually-hidden">Connection: </span>
        {words[connection.state]}
      </span>
    </p>
  );
}
