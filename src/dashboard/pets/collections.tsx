import { useState } from 'preact/hooks';
import { IconButton } from '../parts/buttons.tsx';
import { Field, Search } from '../parts/form.tsx';
import { DeleteIcon } from '../parts/icons.tsx';
import { countOf } from '../parts/words.tsx';
import { useLoaded } from '../state/loaded.ts';
import { useEvents, usePage } from '../state/page.ts';

interface CollectionSummary {
  readonly name: string;
  readonly count: number;
}

interface Items {
  readonly items: readonly { readonly id: string }[];
  readonly total: number;
}

/** How many items are shown. A search finds the others. */
const most = 50;

/** The collections of the user's operations: searched, shown as JSON, deleted. */
export function Collections() {
  const { source, session, info, listeners, act } = usePage();
  const [chosen, choose] = useState('');
  const [search, setSearch] = useState('');
  const ask = (path: string, query = {}, method = 'GET') => {
    const catalog = info?.catalog ? { catalog: String(info.catalog) } : {};
    const parameters = new URLSearchParams({ ...query, ...catalog }).toString();
    return source.ask!(session.token, method, `/collections${path}?${parameters}`);
  };
  const { value, reload } = useLoaded(async () => {
    const answer = source.ask && info && ((await ask('')) as { collections: CollectionSummary[] });
    const collections = answer?.collections ?? [];
    const { name } = collections.find((one) => one.name === chosen) ?? collections[0] ?? {};
    if (name === undefined) return undefined;
    const found = (await ask(`/${encodeURIComponent(name)}`, { search, limit: most })) as Items;
    return { collections, name, ...found };
  }, [info?.catalog, chosen, search]);
  useEvents(listeners, ({ type }) => {
    // An older client does not know the event.
    if (['open', 'reset', 'collection'].includes(type as string)) reload();
  });
  if (!value) return null;
  const { collections, name, items, total } = value;
  const remove = (id: string) =>
    act(
      () => ask(`/${encodeURIComponent(name)}/${encodeURIComponent(id)}`, {}, 'DELETE'),
      `Deleted ${id} of ${name}`,
    );
  return (
    <section class="collections" aria-label="Collections">
      <div class="filters bar row">
        <Field
          isBare
          label="Collection"
          value={name}
          options={collections.map((one) => [one.name, `${one.name} (${one.count})`] as const)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        <Search
          label="Search the collection"
          placeholder={`Search ${countOf(total, 'item')}`}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      <ul class="scroller" tabIndex={-1}>
        {items.map((item) => (
          <li key={item.id} class="row bar">
            <code class="grow">{JSON.stringify(item)}</code>
            <IconButton
              name={`Delete ${item.id}`}
              icon={DeleteIcon}
              onClick={() => void remove(item.id).then(reload)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
