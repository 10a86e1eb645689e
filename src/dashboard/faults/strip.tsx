import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ActiveFault } from '../../client/index.ts';
import { describeFault, nameOf } from '../../controls/describe-fault.ts';
import { Button, CopyButton, Item, Menu } from '../parts/buttons.tsx';
import { useNow, useSize } from '../parts/hooks.ts';
import { age, countOf } from '../parts/words.tsx';
import { useRequestActions } from '../requests/actions.tsx';
import { targetOf, toLiteral } from '../requests/copies.ts';
import { useJournal } from '../requests/journal.tsx';
import { changeScenario, removeFault } from '../state/changes.ts';
import { useEvents, usePage } from '../state/page.ts';
import { fieldsOf, toValues } from './fault-fields.ts';
import { FaultForm } from './fault-form.tsx';

/** The room for one fault, in pixels. Longer texts are cut. */
const itemWidth = 250;
/** How long a fault that is used up stays, in milliseconds. */
const afterglow = 4000;

/** One line of constant height: held calls, then what changes the answers of the mock. */
export function Strip() {
  const { control, info, faults = [], isLost, act } = usePage();
  const [edited, setEdited] = useState<ActiveFault>();
  const list = useRef<HTMLUListElement>(null);
  const room = Math.round(useSize(list).width / itemWidth);
  const { held } = useJournal();
  const done = useDone();
  const { scenario = null, isChanged = false, delay = 0 } = info ?? {};
  const items = [
    scenario !== null && (
      <li key="scenario" class="row">
        Scenario <strong>{scenario}</strong> {isChanged && <span class="soft">changed</span>}
      </li>
    ),
    delay !== 0 && (
      <li key="delay" class="cut" title={describeFault({ delay })}>
        Every call: {describeFault({ delay })}
      </li>
    ),
    ...done.map((fault) => (
      <li key={`done ${fault.id}`} class="cut soft">
        {fault.operation ?? 'all operations'} {describeFault({ ...fault, times: undefined })} · done
      </li>
    )),
    ...faults.map((fault) => (
      <FaultItem key={fault.id} fault={fault} onEdit={() => setEdited(fault)} />
    )),
  ].filter(Boolean);
  const isOn = items.length + held.length > 0 && !isLost;
  return (
    <section class={isOn ? 'strip bar row is-on' : 'strip bar row'} aria-label="In force">
      {isLost && (
        <strong class="warn" role="alert">
          Lost the server. Reconnecting…
        </strong>
      )}
      {!isLost && held.length > 0 && <Held />}
      <ul class="row grow" ref={list}>
        {isOn && items.slice(0, room)}
        {!isOn && !isLost && <li class="soft cut">No faults. Every call gets its real answer.</li>}
      </ul>
      {isOn && items.length > room && (
        <Menu label={`+${items.length - room} more`}>
          <ul class="stack">{items.slice(room)}</ul>
        </Menu>
      )}
      {isOn && faults.length > 0 && <SwitchAll faults={faults} />}
      {isOn && scenario !== null && (
        <Button
          title="Back to the pets, faults and delay of the options. Requests stay."
          onClick={() => act(() => changeScenario(control, null))}
        >
          Leave scenario
        </Button>
      )}
      {edited && (
        <FaultForm fault={edited} values={toValues(edited)} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}

/** The calls that wait to be released, also in the title of the tab. */
function Held() {
  const { held } = useJournal();
  const { source, title } = usePage();
  const { release, show } = useRequestActions();
  const now = useNow();
  const oldest = held[0]!;
  useEffect(() => {
    if (!source.isServer) return undefined;
    document.title = `● ${held.length} held – ${title}`;
    return () => void (document.title = title);
  }, [held.length]);
  return (
    <div class="held row">
      <span class="dot" />
      <strong role="status">{countOf(held.length, 'call')} held</strong>
      {held.length === 1 && (
        <Button look="link cut mono" onClick={() => show(oldest)}>
          {oldest.method} {targetOf(oldest)}
        </Button>
      )}
      <span class="soft">{age(now - Date.parse(oldest.at))}</span>
      <Button look="button small" onClick={() => release(held)}>
        {held.length === 1 ? 'Release' : 'Release all'}
      </Button>
    </div>
  );
}

const isOnIn = ({ enabled }: ActiveFault) => enabled !== false;

/** Switches all faults off, and switches the same ones back on. */
function SwitchAll({ faults }: { faults: readonly ActiveFault[] }) {
  const { control, act } = usePage();
  const [off, setOff] = useState<readonly ActiveFault[]>([]);
  const on = faults.filter(isOnIn);
  const known = faults.filter(({ id }) => off.some((one) => one.id === id));
  const set = async (some: readonly ActiveFault[], enabled: boolean) => {
    for (const { id } of some) await control.faults.update(id, { enabled });
  };
  const turnOff = async () => {
    await set(on, false);
    setOff(on);
    return ['Turned all faults off', () => set(on, true)] as const;
  };
  const turnOn = async () => {
    await set(known.length > 0 ? known : faults, true);
    return ['Turned back on'] as const;
  };
  return (
    <Button onClick={({ detail }) => detail < 2 && act(on.length > 0 ? turnOff : turnOn)}>
      {on.length > 0 ? 'Turn all off' : 'Turn back on'}
    </Button>
  );
}

/** Returns the faults that calls have just used up, for some seconds. */
function useDone(): readonly ActiveFault[] {
  const { faults, listeners } = usePage();
  const hit = useRef(new Set<string>()).current;
  const before = useRef<readonly ActiveFault[]>([]);
  const [done, setDone] = useState<readonly ActiveFault[]>([]);
  useEvents(listeners, (event) => {
    if (event.type === 'request' && event.entry.fault) hit.add(event.entry.fault);
  });
  useEffect(() => {
    const isGone = ({ id }: ActiveFault) => hit.has(id) && !faults?.some((one) => one.id === id);
    const gone = before.current.filter((fault) => fault.times !== undefined && isGone(fault));
    before.current = faults ?? [];
    if (gone.length === 0) return;
    setDone((shown) => [...shown, ...gone]);
    setTimeout(() => setDone((shown) => shown.filter((one) => !gone.includes(one))), afterglow);
  }, [faults]);
  return done;
}

/** A fault as a sentence, with its switch and how often it has hit. */
function FaultItem({ fault, onEdit }: { fault: ActiveFault; onEdit: () => void }) {
  const { control, act } = usePage();
  const switchId = useId();
  const { id, hits, remaining } = fault;
  const name = nameOf(fault);
  const isOn = isOnIn(fault);
  const count = hits > 0 && `${countOf(hits, 'hit')}${remaining ? `, ${remaining} left` : ''}`;
  const toggle = () =>
    act(async () => {
      await control.faults.update(id, { enabled: !isOn });
      return [`Switched ${isOn ? 'off' : 'on'}: ${name}`];
    });
  return (
    <li class={isOn ? 'row' : 'row off'} title={count ? `${name}: ${count}` : name}>
      <input
        type="checkbox"
        role="switch"
        id={switchId}
        checked={isOn}
        aria-describedby={`${switchId}-hits`}
        onChange={toggle}
      />
      <label for={switchId} class="cut">
        <strong>{fault.operation ?? 'all operations'}</strong> {describeFault(fault)}
      </label>
      <span class="soft hits" id={`${switchId}-hits`}>
        {count}
      </span>
      <Menu name={`More on ${name}`}>
        <Item onClick={onEdit}>Edit</Item>
        <Item onClick={() => act(() => removeFault(control, fault))}>Remove</Item>
        <CopyButton
          look="item"
          label="Copy as test code"
          what="test code"
          text={() => `catalog.faults.add(${toLiteral(fieldsOf(fault))});`}
        />
      </Menu>
    </li>
  );
}
