import { useEffect, useState } from 'preact/hooks';
import type { Pet } from '../../client/index.ts';
import { Button, IconButton } from '../parts/buttons.tsx';
import { Search } from '../parts/form.tsx';
import { NextIcon, PreviousIcon } from '../parts/icons.tsx';
import { count, countOf, Empty, shorten } from '../parts/words.tsx';
import { useLoaded } from '../state/loaded.ts';
import { useEvents, usePage } from '../state/page.ts';
import { PetForm, textOf } from './pet-form.tsx';

/** Pets on a page: the server searches and cuts, so that a million are as quick as ten. */
const pageSize = 50;

/** What the catalog holds: found, paged, created, changed and deleted over the control plane. */
export function Pets() {
  const { control, listeners, view, changeView, isAll, isLost } = usePage();
  const { q } = view;
  const page = Number(view.page || 1);
  /** As it was when it was pressed: what others change meanwhile does not change what is typed. */
  const [edited, setEdited] = useState<Partial<Pet>>();
  const { value, error, reload } = useLoaded(async () => {
    const limit = pageSize;
    const found = await control.pets.find({ search: q, offset: (page - 1) * limit, limit });
    // An id is no text of a pet, and yet what one looks for.
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

  if (isAll) {
    return (
      <section class="pets" aria-label="Pets">
        <Empty title="Each key has pets of its own.">Choose a key above to see them.</Empty>
      </section>
    );
  }
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
  return (
    <section class="pets" aria-label="Pets" inert={isLost}>
      <div class="filters bar row">
        <Search
          label="Search pets by text or id"
          placeholder={value ? `Search ${countOf(total, 'pet')}` : 'Search'}
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
        <ul>
          {pets.map((pet) => (
            <li key={pet.id}>
              <PetRow pet={pet} onPress={() => setEdited(pet)} />
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
      {edited && <PetForm pet={edited} onEnd={() => setEdited(undefined)} />}
    </section>
  );
}

function PetRow({ pet, onPress }: { pet: Pet; onPress: () => void }) {
  const { info } = usePage();
  const cells = (info?.petFields ?? []).map(
    ({ name }) => [`no ${name}`, shorten(textOf(pet, name), 60)] as const,
  );
  // Who speaks to the computer says what is seen: the name has all of it (WCAG 2.5.3).
  const seen = cells.map(([absent, text]) => text || absent).join(' ');
  return (
    <Button look="pet row" aria-label={`Edit ${seen}`} onClick={onPress}>
      {cells.map(([absent, text], index) => (
        <span key={absent} class={index === 0 ? 'cut' : 'cut soft'}>
          {text || <i>{absent}</i>}{' '}
        </span>
      ))}
    </Button>
  );
}
