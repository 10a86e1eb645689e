import { useEffect, useId, useReducer, useState } from 'preact/hooks';
import type { ActiveFault } from '../contract/faults.ts';
import { describeFault } from '../contract/describe-fault.ts';
import { isSame } from '../dashboard/faults/same-fault.ts';
import { useKeptFocus } from '../dashboard/parts/kept-focus.ts';
import { countOf } from '../contract/words.ts';
import type { PetCatalog } from '../pet-catalog.ts';
import { presets } from './presets.ts';

/** The mock that a panel shows. */
export interface Source {
  readonly catalog: PetCatalog;
  /** The scenario that it started with. */
  readonly scenario: string | undefined;
  /** Another one after each change. */
  version(): string;
  isStopped(): boolean;
}

/** Milliseconds after which a change shows, at most. */
const interval = 250;

interface PanelProps {
  source: Source;
  /** Told when a person has changed something. */
  onChange: () => void;
}

/** The controls of a mock in its page. */
export function Panel({ source, onChange }: PanelProps) {
  const { catalog } = source;
  const [, show] = useReducer((count: number) => count + 1, 0);
  const [note, setNote] = useState('');
  const [isStopped, setStopped] = useState(source.isStopped);
  const focusing = useKeptFocus<HTMLElement>();
  const heading = useId();

  useEffect(() => {
    if (isStopped) return undefined;
    let seen = '';
    const timer = setInterval(() => {
      if (source.isStopped()) setStopped(true);
      const version = source.version();
      if (version !== seen) show(undefined);
      seen = version;
    }, interval);
    return () => clearInterval(timer);
  }, [source, isStopped]);

  const act = (done: string, action: () => unknown) => {
    action();
    setNote(done);
    show(undefined);
    onChange();
  };

  const head = (
    <header>
      <h2 id={heading}>The mock in this page</h2>
      {!isStopped && <span class="soft">{countOf(catalog.pets.count(), 'pet')}</span>}
    </header>
  );
  if (isStopped) {
    return (
      <section {...focusing} aria-labelledby={heading} tabIndex={-1}>
        {head}
        <p class="soft">It has stopped: requests go to the network.</p>
      </section>
    );
  }
  return (
    <section {...focusing} aria-labelledby={heading} tabIndex={-1}>
      {head}
      <ScenarioPicker source={source} act={act} />
      <Faults catalog={catalog} act={act} />
      <footer>
        <button type="button" onClick={() => act('Back to how the page started', catalog.reset)}>
          Back to how the page started
        </button>
        <p class="soft" role="status">
          {note}
        </p>
      </footer>
    </section>
  );
}

/** Does something, and says so where the control does not by itself. */
type Act = (done: string, action: () => unknown) => void;

function ScenarioPicker({ source, act }: { source: Source; act: Act }) {
  const { scenarios, reset } = source.catalog;
  const id = useId();
  const choices = scenarios.list();
  const current = scenarios.current();
  const chosen = choices.find(({ name }) => name === current);
  const choose = (name: string) => {
    if (name === '') act('', reset);
    else act('', () => scenarios.use(name));
  };
  return (
    <div class="scenario">
      <label for={id}>Scenario</label>
      <select
        id={id}
        aria-describedby={`${id}-description`}
        value={current ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {(current === null || source.scenario === undefined) && <option value="">None</option>}
        {choices.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <p id={`${id}-description`} class="soft">
        {chosen ? chosen.description : 'The page as it started.'}
      </p>
    </div>
  );
}

function Faults({ catalog, act }: { catalog: PetCatalog; act: Act }) {
  const { faults } = catalog;
  const heading = useId();
  const active = faults.list();
  const ofPresets = presets.map(({ fault }) => active.find((one) => isSame(one, fault)));
  const others = active.filter((one) => !ofPresets.includes(one));
  const isOn = (fault: ActiveFault | undefined) => fault !== undefined && fault.enabled !== false;

  return (
    <div>
      <h3 id={heading}>Faults</h3>
      <ul aria-labelledby={heading}>
        {presets.map(({ name, description, fault }, index) => {
          const there = ofPresets[index];
          return (
            <Row
              key={name}
              name={name}
              description={description}
              isOn={isOn(there)}
              hits={there?.hits ?? 0}
              onToggle={() => {
                if (there === undefined) act('', () => faults.add(fault));
                else if (isOn(there)) act('', () => faults.remove(there.id));
                else act('', () => faults.update(there.id, { enabled: true }));
              }}
            />
          );
        })}
        {others.map((fault) => {
          const words = describeFault(fault);
          const name = fault.operation ? `${fault.operation}: ${words}` : words;
          return (
            <Row
              key={fault.id}
              name={name}
              isOn={isOn(fault)}
              hits={fault.hits}
              onToggle={() => act('', () => faults.update(fault.id, { enabled: !isOn(fault) }))}
              onRemove={() => act(`Removed ${name}`, () => faults.remove(fault.id))}
            />
          );
        })}
      </ul>
    </div>
  );
}

interface RowProps {
  name: string;
  description?: string;
  isOn: boolean;
  hits: number;
  onToggle: () => void;
  onRemove?: () => void;
}

/** A fault that can be switched on and off. */
function Row({ name, description, isOn, hits, onToggle, onRemove }: RowProps) {
  const id = useId();
  return (
    <li>
      <div class="words">
        <label for={id}>{name}</label>
        {description && (
          <span id={`${id}-description`} class="soft">
            {description}
          </span>
        )}
      </div>
      {hits > 0 && <span class="soft hits">{countOf(hits, 'hit')}</span>}
      {onRemove && (
        <button type="button" class="remove" aria-label={`Remove ${name}`} onClick={onRemove}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M4 4l8 8M12 4l-8 8" fill="none" stroke="currentColor" stroke-width="1.5" />
          </svg>
        </button>
      )}
      <input
        type="checkbox"
        role="switch"
        id={id}
        checked={isOn}
        {...(description && { 'aria-describedby': `${id}-description` })}
        onChange={onToggle}
      />
    </li>
  );
}
