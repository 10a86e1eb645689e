import { useEffect, useRef, useState } from 'preact/hooks';
import { resetName, useReset } from '../data/reset.ts';
import { CheckIcon, DownIcon } from '../parts/icons.tsx';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded } from '../state/loaded.ts';
import { useChangeCatalog } from '../state/undo.ts';
import { useWindowEvent } from '../state/window-event.ts';

const title = 'Pet Catalog Mock';

/** The current scenario, and a list of all with what they are for; also names the page in its title. */
export function ScenarioPicker() {
  const { control, listen, state } = usePage();
  const changeCatalog = useChangeCatalog();
  const reset = useReset();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { value: scenarios = [], reload } = useLoaded(() => control.scenarios.list(), [control]);
  const { scenario: current = null, isChanged = false } = state ?? {};
  useEvents(listen, (event) => {
    if (event.type === 'open') reload();
  });

  useEffect(() => {
    document.title = current === null ? title : `${current} · ${title}`;
  }, [current]);
  const choices = () => [...box.current!.querySelectorAll<HTMLElement>('li button')];
  useEffect(() => {
    if (!open) return;
    (box.current!.querySelector<HTMLElement>('[aria-current]') ?? choices()[0])?.focus();
  }, [open]);
  useWindowEvent('pointerdown', ({ target }) => {
    if (!box.current?.contains(target as Node)) setOpen(false);
  });

  const choose = (change: () => Promise<void>) => {
    opener.current!.focus();
    setOpen(false);
    void change();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      const all = choices();
      const at = all.indexOf(document.activeElement as HTMLElement);
      all[Math.min(all.length - 1, Math.max(0, at + step))]!.focus();
    } else if (event.key === 'Escape') {
      opener.current!.focus();
      setOpen(false);
    } else return;
    event.preventDefault();
  };

  // A catalog may have none to choose from.
  if (scenarios.length === 0) return null;
  return (
    <div
      class="scenario-picker"
      ref={box}
      onKeyDown={onKeyDown}
      onFocusOut={({ relatedTarget }) => {
        // The keyboard has left it.
        if (relatedTarget && !box.current!.contains(relatedTarget as Node)) setOpen(false);
      }}
    >
      <button
        type="button"
        class="button"
        ref={opener}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span class="soft">Scenario</span>
        <span class="clip">
          {state && (current ?? 'none')}
          {isChanged && ' (changed)'}
        </span>
        <DownIcon />
      </button>
      {open && (
        <ul class="card" aria-label="Scenarios">
          {scenarios.map(({ name, description }) => (
            <li key={name}>
              <button
                type="button"
                {...(name === current && { 'aria-current': 'true' })}
                onClick={() =>
                  choose(() =>
                    changeCatalog(async () => {
                      await control.scenarios.use(name);
                      return `Scenario: ${name}`;
                    }),
                  )
                }
              >
                <span class="row">
                  {name}
                  {name === current && <CheckIcon />}
                </span>
                {description !== '' && <span class="soft">{description}</span>}
              </button>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => choose(reset)}>
              <span class="row">{resetName}</span>
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
