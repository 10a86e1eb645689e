import { useEffect, useRef, useState } from 'preact/hooks';
import { CloseIcon } from '../parts/icons.tsx';
import { Empty, Listing, Panel } from '../parts/panel.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { count, countOf, shorten } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { useLoaded } from '../state/loaded.ts';
import { CreatePet } from './create-pet.tsx';
import { pageSize } from './find-pet.ts';
import { Pager } from './pager.tsx';
import { PetTable } from './pet-table.tsx';

export function PetsPanel() {
  const { control, listen, view, changeView, pointedPet, setPointedPet } = usePage();
  const { search, tag, page } = view;
  const filter = { search: search || undefined, tag: tag || undefined };
  /** The id of the pet that is marked: the one that was created or pointed to here. */
  const [created, setCreated] = useState('');
  const { value, error, reload } = useLoaded(
    () => control.pets.find({ ...filter, offset: (page - 1) * pageSize, limit: pageSize }),
    [control, search, tag, page],
  );
  useEvents(listen, (event) => {
    if (event.type === 'open' || event.type === 'pets') reload();
  });

  const total = value?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (value && page > pages) changeView({ page: pages }, { replace: true });
  }, [value, pages, page, changeView]);

  const pointedRow = value?.pets.findIndex(({ id }) => id === pointedPet) ?? -1;
  useEffect(() => {
    const row = document.querySelectorAll<HTMLElement>('#pets tbody tr')[pointedRow];
    if (!row) return;
    setCreated(pointedPet);
    setPointedPet('');
    row.tabIndex = -1;
    row.focus();
  }, [pointedRow, pointedPet, setPointedPet]);

  const showCreated = async (id: string) => {
    setCreated(id);
    const all = await control.pets.find({ limit: 1 });
    changeView({ search: '', tag: '', page: Math.max(1, Math.ceil(all.total / pageSize)) });
  };

  const filtered = search !== '' || tag !== '';
  return (
    <Panel id="pets" title="Pets" count={value && count(value.total)}>
      <CreatePet onCreated={(id) => void showCreated(id).catch(() => reload())} />
      <Search />
      <p class="visually-hidden" role="status">
        {value && filtered && `${countOf(value.total, 'pet')} found`}
      </p>
      <Listing
        noun="pet"
        total={value?.total}
        failure={
          error && (
            <Empty title="The pets cannot be read">
              <p>{error.message}</p>
              <button type="button" class="button" onClick={reload}>
                Try again
              </button>
            </Empty>
          )
        }
        filtered={filtered}
        onShowAll={() => {
          // The pressed button is about to go.
          document.querySelector<HTMLInputElement>('.search input')?.focus();
          changeView({ search: '', tag: '', page: 1 });
        }}
        empty={
          <Empty title="The catalog is empty">
            <p>Create a pet above, seed some, or drop a snapshot on this page.</p>
          </Empty>
        }
      >
        <PetTable pets={value?.pets ?? []} created={created} page={page} />
        <Pager page={Math.min(page, pages)} pages={pages} total={total} size={pageSize} />
      </Listing>
    </Panel>
  );
}

/** Milliseconds after the last key before the search runs. */
const typingPause = 200;

function Search() {
  const { view, changeView } = usePage();
  const input = useRef<HTMLInputElement>(null);

  return (
    <div class="row search">
      <SearchBox
        label="Search pets by name or tag"
        placeholder="Search by name or tag"
        value={view.search}
        onSearch={(search) => changeView({ search, page: 1 }, { replace: true })}
        pause={typingPause}
        input={input}
      />
      {view.tag && (
        <button
          type="button"
          class="pill tag current filter-chip"
          aria-label={`Tag ${shorten(view.tag, 40)}: remove this filter`}
          onClick={() => {
            changeView({ tag: '', page: 1 });
            input.current?.focus();
          }}
        >
          <span class="clip">{shorten(view.tag, 24)}</span>
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
