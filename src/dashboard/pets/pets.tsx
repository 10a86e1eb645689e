import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Pet } from '../../client/index.ts';
import { Button, IconButton } from '../parts/buttons.tsx';
import { Search } from '../parts/form.tsx';
import { NextIcon, PreviousIcon } from '../parts/icons.tsx';
import { count, countOf, Empty, shorten } from '../parts/words.tsx';
import { useLoaded } from '../state/loaded.ts';
import { useEvents, usePage } from '../state/page.ts';
import { Collections } from './collections.tsx';
import { PetForm, textOf } from './pet-form.tsx';

/** The server searches and pages, so that a million pets are as quick as ten. */
const pageSize = 50;

/** The pets of the catalog. */
export function Pets() {
  const { control, listeners, view, changeView, isLost, info, keys, isAll, number } = usePage();
  const { q } = view;
  const page = Number(view.page || 1);
  /** The pet as it was when it was pressed: later changes leave the form alone. */
  const [edited, setEdited] = useState<Partial<Pet>>();
  /** The row that the keyboard is at. */
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const wantsFocus = useRef(false);
  const { value, error, reload } = useLoaded(async () => {
    const limit = pageSize;
    const found = await control.pets.find({ search: q, offset: (page - 1) * limit, limit });
    // The search leaves out ids.
    const one = found.total === 0 && /^\S+$/.test(q) && (await control.pets.get(q));
    return one ? { pets: [one], total: 1 } : found;
  }, [control, q, page]);
  useEvents(listeners, ({ type }) => {
    if (type === 'open' || type === 'pets' || type === 'reset') reload();
  });

  const { pets = [], total = 0 } = value ?? {};
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const goTo = (to: number, how = {}) => changeView({ page: to > 1 ? String(to) : '' }, how);
  useEffect(() => {
    if (value && page > pages) goTo(pages, { replace: true });
  }, [value, pages, page]);
  const active = Math.min(current, pets.length - 1);
  useLayoutEffect(() => {
    if (wantsFocus.current) list.current?.querySelectorAll<HTMLElement>('.pet')[active]?.focus();
    wantsFocus.current = false;
  }, [value, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: pets.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    wantsFocus.current = true;
    setCurrent(Math.max(0, Math.min(pets.length - 1, to)));
  };
  const step = (name: string, to: number, icon: typeof NextIcon) => (
    <IconButton
      name={name}
      icon={icon}
      // A disabled button would lose the focus on the first and the last page.
      aria-disabled={to < 1 || to > pages ? 'true' : undefined}
      onClick={() => goTo(Math.min(to, pages))}
    />
  );
  const none = q === '' ? 'The catalog is empty.' : 'No pet matches.';
  const owner = isAll && keys.find((one) => one.number === number)?.apiKey;
  return (
    <section class="pets" aria-label="Pets" inert={isLost}>
      {owner && <p class="soft bar cut">Pets of {owner}</p>}
      <div class="filters bar row">
        <Search
          label="Search pets by text or id"
          placeholder={value ? `Search ${countOf(total, 'pet')}` : 'Search pets'}
          value={q}
          onInput={({ currentTarget }) =>
            changeView({ q: currentTarget.value, page: '' }, { replace: true })
          }
        />
        <Button onClick={() => setEdited({})}>New pet</Button>
      </div>
      <p class="visually-hidden" role="status">
        {value && q !== '' && `${countOf(total, 'pet')} found`}
      </p>
      <div class="scroller" key={`${page} ${q}`} tabIndex={-1}>
        <ul ref={list} onKeyDown={onKeyDown}>
          {pets.map((pet, index) => (
            <li key={pet.id}>
              <PetRow
                pet={pet}
                names={(info?.petFields ?? []).map(({ name }) => name)}
                tabIndex={index === active ? 0 : -1}
                onClick={() => {
                  setCurrent(index);
                  setEdited(pet);
                }}
              />
            </li>
          ))}
        </ul>
        {pets.length === 0 && (value || error) && (
          <Empty title={error ? 'The pets cannot be read.' : none}>{error?.message}</Empty>
        )}
      </div>
      {pages > 1 && (
        <nav class="row soft bar" aria-label="Pages of pets">
          <span class="grow">
            {count((page - 1) * pageSize + 1)}–{count(Math.min(total, page * pageSize))} of{' '}
            {count(total)}
          </span>
          {step('Previous page', page - 1, PreviousIcon)}
          {step('Next page', page + 1, NextIcon)}
        </nav>
      )}
      <Collections />
      {edited && (
        <PetForm
          pet={edited}
          onEnd={() => setEdited(undefined)}
          onRemove={() => (wantsFocus.current = true)}
        />
      )}
    </section>
  );
}

interface PetRowProps {
  pet: Pet;
  names: readonly string[];
  tabIndex: number;
  onClick: () => void;
}

function PetRow({ pet, names, ...attributes }: PetRowProps) {
  const cells = names.map((name) => [`no ${name}`, shorten(textOf(pet, name), 60)] as const);
  // The name has all that is seen, for people who speak to the computer (WCAG 2.5.3).
  const seen = cells.map(([absent, text]) => text || absent).join(' ');
  return (
    <Button look="pet row" aria-label={`Edit ${seen}`} {...attributes}>
      {cells.map(([absent, text], index) => (
        <span key={absent} class={index === 0 ? 'cut' : 'cut soft'}>
          {text || <i>{absent}</i>}{' '}
        </span>
      ))}
    </Button>
  );
}
