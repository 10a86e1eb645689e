import { useEffect, useRef, useState } from 'preact/hooks';
import type { NewPet, Pet, ServerInfo } from '../../client.ts';
import { Button, IconButton } from '../parts/buttons.tsx';
import { ChevronIcon, PreviousIcon } from '../parts/icons.tsx';
import { Search } from '../parts/search.tsx';
import { count, countOf, shorten } from '../parts/words.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded } from '../state/loaded.ts';
import { usePage } from '../state/page.ts';
import { keepPet, useChangeCatalog } from '../state/undo.ts';
import { labelOf, textOf } from './pet-fields.ts';
import { PetForm } from './pet-form.tsx';

/** Pets on a page: the server searches and cuts, so that a million are as quick as ten. */
const pageSize = 50;

/** What the catalog holds: found, paged, created, changed and deleted over the control plane. */
export function Pets() {
  const { control, listen, view, changeView, info, report, isAll, connection } = usePage();
  const { search, page } = view;
  const changeCatalog = useChangeCatalog();
  /** The pet that is edited, as it was at first; `new` for one that is made. */
  const [edited, setEdited] = useState<Pet | 'new'>();
  const [lastId, setLastId] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const { value, error, reload } = useLoaded(async () => {
    const found = await control.pets.find({
      search: search || undefined,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    // An id is no text of a pet, and yet what one looks for.
    const one = found.total === 0 && /^\S+$/.test(search) && (await control.pets.get(search));
    return one ? { pets: [one], total: 1 } : found;
  }, [control, search, page]);
  useEvents(listen, ({ type }) => {
    if (type === 'open' || type === 'pets' || type === 'reset') reload();
  });

  const { pets = [], total = 0 } = value ?? {};
  const pages = Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (value && page > pages) changeView({ page: pages }, { replace: true });
  }, [value, pages, page, changeView]);
  useEffect(() => {
    list.current?.scrollTo({ top: 0 });
  }, [page, search]);
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
    changeView({ search: '', page: Math.max(1, Math.ceil(all / pageSize)) });
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
    void changeCatalog(
      async () => {
        if (!(await control.pets.remove(pet.id))) throw new Error('This pet has gone already');
        return `Deleted ${calledOf(pet)}`;
      },
      keepPet(pet, calledOf(pet)),
    );
  };

  if (isAll) {
    return (
      <section class="pets" aria-label="Pets">
        <div class="empty">
          <p>Each key has pets of its own.</p>
          <p class="soft">Choose a key above to see them.</p>
        </div>
      </section>
    );
  }
  const fields = info?.petFields ?? [];
  // The form of a pet that has gone stays, and so does what was typed.
  const shown =
    edited && edited !== 'new' && pets.every(({ id }) => id !== edited.id)
      ? [edited, ...pets]
      : pets;
  const step = (name: string, to: number, Drawn: typeof ChevronIcon) => (
    <IconButton
      name={name}
      // A disabled button would lose the focus on the first and the last page.
      aria-disabled={to < 1 || to > pages ? 'true' : undefined}
      onClick={() => to >= 1 && to <= pages && changeView({ page: to })}
    >
      <Drawn />
    </IconButton>
  );
  return (
    <section class="pets" aria-label="Pets" inert={connection.state === 'lost'}>
      <div class="filters">
        <Search
          label="Search pets by text or id"
          placeholder={value ? `Search ${countOf(total, 'pet')}` : 'Search'}
          value={search}
          onSearch={(text) => changeView({ search: text, page: 1 }, { replace: true })}
        />
        <Button inert={connection.state === 'lost'} onClick={() => setEdited('new')}>
          New pet
        </Button>
      </div>
      <p class="visually-hidden" role="status">
        {value && search !== '' && `${countOf(total, 'pet')} found`}
      </p>
      <div class="scroller" ref={list} tabIndex={-1}>
        {edited === 'new' && (
          <PetForm
            title="New pet"
            verb="Create"
            onSave={create}
            onEnd={() => setEdited(undefined)}
          />
        )}
        {shown.length > 0 ? (
          <ul class="pet-list" style={{ '--fields': fields.length }}>
            {shown.map((pet, index) => (
              <li key={pet.id}>
                {edited !== 'new' && edited?.id === pet.id ? (
                  <PetForm
                    pet={edited}
                    title={`Edit ${calledOf(pet)}`}
                    verb="Save"
                    onSave={change(edited)}
                    onEnd={() => end(pet.id)}
                    onDelete={() => remove(pet, index)}
                  />
                ) : (
                  <PetRow pet={pet} fields={fields} onPress={() => setEdited(pet)} />
                )}
              </li>
            ))}
          </ul>
        ) : error ? (
          <div class="empty">
            <p>The pets cannot be read.</p>
            <p class="soft">{error.message}</p>
          </div>
        ) : (
          value &&
          edited !== 'new' && (
            <div class="empty">
              <p>{search === '' ? 'The catalog is empty.' : 'No pet matches.'}</p>
              {search !== '' && (
                <Button onClick={() => changeView({ search: '', page: 1 })}>Show all</Button>
              )}
            </div>
          )
        )}
      </div>
      {pages > 1 && (
        <nav class="row soft pager" aria-label="Pages of pets">
          <span class="grow">
            {count((page - 1) * pageSize + 1)}–{count(Math.min(total, page * pageSize))} of{' '}
            {count(total)}
          </span>
          {step('Previous page', page - 1, PreviousIcon)}
          {step('Next page', page + 1, ChevronIcon)}
        </nav>
      )}
    </section>
  );
}

interface PetRowProps {
  pet: Pet;
  fields: ServerInfo['petFields'];
  onPress: () => void;
}

function PetRow({ pet, fields, onPress }: PetRowProps) {
  const texts = fields.map((field) => shorten(textOf(pet, field), 60));
  const absent = fields.map((field) => `no ${labelOf(field).toLowerCase()}`);
  // Who speaks to the computer says what is seen: the name has all of it (WCAG 2.5.3).
  const seen = texts.map((text, index) => text || absent[index]).join(' ');
  return (
    <Button look="pet" data-pet={pet.id} aria-label={`Edit ${seen}`} onClick={onPress}>
      {texts.map((text, index) => (
        <span key={index} class={index === 0 ? '' : 'soft'}>
          {text || <i>{absent[index]}</i>}{' '}
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
