import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ActiveFault } from '../../client/index.ts';
import { describeFault, nameOf } from '../../controls/describe-fault.ts';
import { Button, CopyButton, Item, Menu } from '../parts/buttons.tsx';
import { useNow } from '../parts/now.ts';
import { age, countOf } from '../parts/words.tsx';
import { useRequestActions } from '../requests/actions.tsx';
import { targetOf, toLiteral } from '../requests/copies.ts';
import { useJournal } from '../requests/journal.tsx';
import { useEvents, usePage } from '../state/page.ts';
import { keepAll, keepFault } from '../state/undo.ts';
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
  const [room, setRoom] = useState(1);
  const { held } = useJournal();
  const done = useDone();
  const { scenario = null, isChanged = false, delay = 0 } = info ?? {};
  useLayoutEffect(() => {
    const measure = () => setRoom(Math.round(list.current!.clientWidth / itemWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(list.current!);
    return () => observer.disconnect();
  }, []);

  const leave = async () => {
    const snapshot = await control.snapshot();
    await control.restore({ ...snapshot, faults: [], delay: undefined, scenario: null });
    await control.seed({});
  };
  const words = describeFault({ delay });
  const items = [
    ...(scenario === null
      ? []
      : [
          <li key="scenario" class="row">
            Scenario <strong>{scenario}</strong> {isChanged && <span class="soft">changed</span>}
          </li>,
        ]),
    ...(delay === 0
      ? []
      : [
          <li key="delay" class="cut" title={words}>
            Every call: {words}
          </li>,
        ]),
    ...done.map((fault) => (
      <li key={`done ${fault.id}`} class="cut soft">
        {fault.operation ?? 'all operations'} {describeFault({ ...fault, times: undefined })} · done
      </li>
    )),
    ...faults.map((fault) => (
      <FaultItem key={fault.id} fault={fault} onEdit={() => setEdited(fault)} />
    )),
  ];
  const isEmpty = items.length + held.length === 0;
  return (
    <section class={`strip bar row ${isEmpty || isLost ? '' : 'is-on'}`} aria-label="In force">
      <div role="alert" hidden={!isLost}>
        {isLost && <strong class="warn">Lost the server. Reconnecting…</strong>}
      </div>
      {!isLost && held.length > 0 && <Held />}
      <ul class="row grow" ref={list}>
        {!isLost && items.slice(0, room)}
        {!isLost && isEmpty && (
          <li class="soft cut">No faults. Every call gets its real answer.</li>
        )}
      </ul>
      <div class="row" hidden={isLost}>
        {items.length > room && (
          <Menu label={`+${items.length - room} more`}>
            <ul class="stack">{items.slice(room)}</ul>
          </Menu>
        )}
        {faults.length > 0 && <SwitchAll faults={faults} />}
        {scenario !== null && (
          <Button
            title="Back to the pets, faults and delay of the start. Requests stay."
            onClick={() => act(leave, `Left the scenario ${scenario}`, () => keepAll(control))}
          >
            Leave scenario
          </Button>
        )}
      </div>
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
      <span class="soft">{age(Math.max(0, now - Date.parse(oldest.at)))}</span>
      <Button look="button small" onClick={() => release(held)}>
        {held.length === 1 ? 'Release' : 'Release all'}
      </Button>
    </div>
  );
}

/** Switches all faults off, and back on those that it has switched off. */
function SwitchAll({ faults }: { faults: readonly ActiveFault[] }) {
  const { control, act } = usePage();
  const off = useRef<readonly string[]>([]);
  const idsOf = (isOn: boolean) =>
    faults.filter(({ enabled }) => (enabled !== false) === isOn).map(({ id }) => id);
  const on = idsOf(true);
  const set = async (ids: readonly string[], enabled: boolean) => {
    for (const id of ids) await control.faults.update(id, { enabled });
  };
  const turnOff = () => {
    off.current = on;
    return act(
      () => set(on, false),
      'Turned all faults off',
      async () => () => set(on, true),
    );
  };
  const turnOn = () => {
    const known = idsOf(false).filter((id) => off.current.includes(id));
    return act(() => set(known.length > 0 ? known : idsOf(false), true), 'Turned back on');
  };
  return (
    <Button onClick={({ detail }) => detail < 2 && void (on.length > 0 ? turnOff() : turnOn())}>
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
  const isOn = fault.enabled !== false;
  const count = hits > 0 && `${countOf(hits, 'hit')}${remaining ? `, ${remaining} left` : ''}`;
  const toggle = (enabled: boolean) =>
    act(
      () => control.faults.update(id, { enabled }),
      `Switched ${enabled ? 'on' : 'off'}: ${name}`,
    );
  const remove = () =>
    act(() => control.faults.remove(id), `Removed: ${name}`, keepFault(control, fault));
  return (
    <li data-fault={id} class={isOn ? 'row' : 'row off'} title={count ? `${name}: ${count}` : name}>
      <input
        type="checkbox"
        role="switch"
        id={switchId}
        checked={isOn}
        aria-describedby={`${switchId}-hits`}
        onChange={({ currentTarget }) => void toggle(currentTarget.checked)}
      />
      <label for={switchId} class="cut">
        <strong>{fault.operation ?? 'all operations'}</strong> {describeFault(fault)}
      </label>
      <span class="soft hits" id={`${switchId}-hits`}>
        {count}
      </span>
      <Menu label="" dots={`More on ${name}`}>
        <Item onClick={onEdit}>Edit</Item>
        <Item onClick={remove}>Remove</Item>
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
