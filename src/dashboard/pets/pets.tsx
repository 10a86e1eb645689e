import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Pet } from '../../client/index.ts';
import { Button } from '../parts/buttons.tsx';
import { Search } from '../parts/form.tsx';
import { indexAfter } from '../parts/keys.ts';
import { count, countOf, Empty, shorten } from '../parts/words.tsx';
import { useLive, usePage } from '../state/page.ts';
import { Collections } from './collections.tsx';
import { PetForm, textOf } from './pet-form.tsx';

/** How many pets are shown. A search of the server finds the others among a million. */
const most = 200;

/** The pets of the catalog. */
export function Pets() {
  const { control, view, changeView, isLost, info, keys, isAll, number } = usePage();
  const { q } = view;
  /** The pet as it was when it was pressed: later changes do not change the form. */
  const [edited, setEdited] = useState<Partial<Pet>>();
  /** The row that the keyboard is at. */
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const wantsFocus = useRef(false);
  const { value, error } = useLive(
    ['open', 'reset', 'pets'],
    async () => {
      const found = await control.pets.find({ search: q, limit: most });
      // The search leaves out ids.
      const one = found.total === 0 && /^\S+$/.test(q) && (await control.pets.get(q));
      return one ? { pets: [one], total: 1 } : found;
    },
    [control, q],
  );

  const { pets = [], total = 0 } = value ?? {};
  const active = Math.min(current, pets.length - 1);
  useLayoutEffect(() => {
    if (wantsFocus.current) list.current?.querySelectorAll<HTMLElement>('.pet')[active]?.focus();
    wantsFocus.current = false;
  }, [value, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = indexAfter(event.key, active, pets.length);
    if (to === undefined) return;
    event.preventDefault();
    wantsFocus.current = true;
    setCurrent(to);
  };
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
          onValue={(text) => changeView({ q: text }, { replace: true })}
        />
        <Button onClick={() => setEdited({})}>New pet</Button>
      </div>
      <p class="visually-hidden" role="status">
        {value && q !== '' && `${countOf(total, 'pet')} found`}
      </p>
      <div class="scroller" key={q} tabIndex={-1}>
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
      {total > most && (
        <p class="soft bar">
          The first {most} of {count(total)}. A search finds the others.
        </p>
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
