import { useEffect, useRef, useState } from 'preact/hooks';
import type { NewPet, Pet } from '../../client.ts';
import { Button, IconButton } from '../parts/buttons.tsx';
import { Search } from '../parts/form.tsx';
import { NextIcon, PreviousIcon } from '../parts/icons.tsx';
import { count, countOf, Empty, shorten } from '../parts/words.tsx';
import { useLoaded } from '../state/loaded.ts';
import { useEvents, usePage } from '../state/page.ts';
import { keepPet } from '../state/undo.ts';
import { labelOf, PetForm, textOf } from './pet-form.tsx';

/** Pets on a page: the server searches and cuts, so that a million are as quick as ten. */
const pageSize = 50;

/** What the catalog holds: found, paged, created, changed and deleted over the control plane. */
export function Pets() {
  const { control, listeners, view, changeView, report, act, isAll, isLost } = usePage();
  const { q } = view;
  const page = Number(view.page || 1);
  /** The pet that is edited, as it was at first; `new` for one that is made. */
  const [edited, setEdited] = useState<Pet | 'new'>();
  const [lastId, setLastId] = useState('');
  const list = useRef<HTMLDivElement>(null);
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
  useEffect(() => list.current?.scrollTo({ top: 0 }), [page, q]);
  // Once a form has ended, its pet has the focus.
  useEffect(() => {
    if (lastId === '' || edited) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-pet="${CSS.escape(lastId)}"]`);
    row?.focus();
    if (row) setLastId('');
  }, [lastId, edited, pets]);

  const end = (id: string) => {
    setEdited(undefined);
    setLastId(id);
  };
  const create = async (fields: Record<string, unknown>) => {
    const pet = await control.pets.create(fields as unknown as NewPet);
    void report(() => `Created ${calledOf(pet)}`);
    const { total: all } = await control.pets.find({ limit: 0 });
    changeView({ q: '' });
    goTo(Math.ceil(all / pageSize));
    reload();
    end(pet.id);
  };
  const change = (pet: Pet) => async (fields: Record<string, unknown>) => {
    if (Object.keys(fields).length > 0) {
      const saved = await control.pets.update(pet.id, fields);
      if (!saved) throw new Error('There is no pet of that id any more');
      void report(() => `Saved ${calledOf(saved)}`);
    }
    end(pet.id);
  };
  const remove = (pet: Pet, index: number) => {
    end((pets[index + 1] ?? pets[index - 1])?.id ?? '');
    const name = calledOf(pet);
    const told = (isThere: boolean) => {
      if (!isThere) throw new Error('This pet has gone already');
      return `Deleted ${name}`;
    };
    void act(() => control.pets.remove(pet.id), told, keepPet(pet.id, name));
  };

  if (isAll) {
    return (
      <section class="pets" aria-label="Pets">
        <Empty title="Each key has pets of its own.">Choose a key above to see them.</Empty>
      </section>
    );
  }
  const isNew = edited === 'new';
  // The form of a pet that has gone stays, and so does what was typed.
  const isGone = edited && !isNew && pets.every(({ id }) => id !== edited.id);
  const shown = isGone ? [edited, ...pets] : pets;
  const step = (name: string, to: number, Drawn: typeof NextIcon) => (
    <IconButton
      name={name}
      // A disabled button would lose the focus on the first and the last page.
      aria-disabled={to < 1 || to > pages ? 'true' : undefined}
      onClick={() => to >= 1 && to <= pages && goTo(to)}
    >
      <Drawn />
    </IconButton>
  );
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
        <Button onClick={() => setEdited('new')}>New pet</Button>
      </div>
      <p class="visually-hidden" role="status">
        {value && q !== '' && `${countOf(total, 'pet')} found`}
      </p>
      <div class="scroller" ref={list} tabIndex={-1}>
        {isNew && <PetForm title="New pet" onSave={create} onEnd={() => setEdited(undefined)} />}
        <ul>
          {shown.map((pet, index) => (
            <li key={pet.id}>
              {!isNew && edited?.id === pet.id ? (
                <PetForm
                  pet={edited}
                  title={`Edit ${calledOf(pet)}`}
                  onSave={change(edited)}
                  onEnd={() => end(pet.id)}
                  onDelete={() => remove(pet, index)}
                />
              ) : (
                <PetRow pet={pet} onPress={() => setEdited(pet)} />
              )}
            </li>
          ))}
        </ul>
        {shown.length === 0 && error && (
          <Empty title="The pets cannot be read.">{error.message}</Empty>
        )}
        {shown.length === 0 && value && !error && !isNew && (
          <Empty title={q === '' ? 'The catalog is empty.' : 'No pet matches.'}>
            {q !== '' && <Button onClick={() => changeView({ q: '', page: '' })}>Show all</Button>}
          </Empty>
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
    </section>
  );
}

function PetRow({ pet, onPress }: { pet: Pet; onPress: () => void }) {
  const { info } = usePage();
  const cells = (info?.petFields ?? []).map((field) => {
    const absent = `no ${labelOf(field).toLowerCase()}`;
    return { text: shorten(textOf(pet, field.name), 60), absent };
  });
  // Who speaks to the computer says what is seen: the name has all of it (WCAG 2.5.3).
  const seen = cells.map(({ text, absent }) => text || absent).join(' ');
  return (
    <Button look="pet row" data-pet={pet.id} aria-label={`Edit ${seen}`} onClick={onPress}>
      {cells.map(({ text, absent }, index) => (
        <span key={absent} class={index === 0 ? 'cut' : 'cut soft'}>
          {text || <i>{absent}</i>}{' '}
        </span>
      ))}
    </Button>
  );
}

/** A pet in a sentence. */
function calledOf({ name }: Pet): string {
  const called = shorten(name.trim(), 40) || 'the pet';
  // Marks of direction would turn the sentence around.
  return /[\u202a-\u202e\u2066-\u2069]/.test(called) ? `\u2068${called}\u2069` : called;
}
