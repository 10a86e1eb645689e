import { Mark } from '../parts/icons.tsx';
import { useKeptFocus } from '../parts/kept-focus.ts';
import { countOf } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { KeyField } from './key-field.tsx';
import { Keys } from './keys.tsx';
import { ScenarioPicker } from './scenario-picker.tsx';

/** The name of the page, the connection, the key and the links. */
export function Header() {
  const { info, faultCount } = usePage();
  const focusing = useKeptFocus<HTMLElement>();
  return (
    // The count of faults may have the focus when the last fault goes.
    <header class="row top" tabIndex={-1} {...focusing}>
      <div class="row brand">
        <Mark />
        <div class="clip">
          <h1>Pet Catalog Mock</h1>
          <p class="soft clip">
            <code>
              {location.origin}
              {info?.basePath}
            </code>
          </p>
        </div>
      </div>
      <ConnectionState />
      <ScenarioPicker />
      <DialectMark />
      {faultCount > 0 && (
        <a class="pill warn active-faults" href="#faults">
          {countOf(faultCount, 'active fault')}
        </a>
      )}
      <KeyField />
      <nav class="row soft links" aria-label="Documents">
        <a href="docs">API reference</a>
        <a href="openapi.json">openapi.json</a>
      </nav>
      <Keys />
    </header>
  );
}

/** Says that the mock decides otherwise than by itself, and where. */
function DialectMark() {
  const fields = Object.entries(usePage().info?.dialect ?? {});
  if (fields.length === 0) return null;
  const words = fields.map(([name, value]) => `${name}: ${value}`).join(', ');
  return (
    <span class="pill" title={words}>
      Dialect<span class="visually-hidden">: {words}</span>
    </span>
  );
}

const states = {
  connecting: ['Connecting', ''],
  live: ['Live', 'good'],
  lost: ['Reconnecting', 'warn'],
  refused: ['Refused', ''],
} as const;

function ConnectionState() {
  const { connection, info } = usePage();
  const [words, tone] = states[connection.state];
  return (
    <p
      class={`pill connection ${connection.state} ${tone}`}
      title={info && `Version ${info.version}`}
    >
      <span class={`dot ${connection.state === 'lost' ? 'waits' : ''}`} aria-hidden="true" />
      <span role="status">
        <span class="visually-hidden">Connection: </span>
        {words}
      </span>
    </p>
  );
}
