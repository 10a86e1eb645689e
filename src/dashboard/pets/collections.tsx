import { useState } from 'preact/hooks';
import { IconButton } from '../parts/buttons.tsx';
import { Field, Search } from '../parts/form.tsx';
import { DeleteIcon } from '../parts/icons.tsx';
import { countOf } from '../parts/words.tsx';
import { useLive, usePage } from '../state/page.ts';

/** How many items are shown. A search finds the others. */
const most = 50;

/** The collections of the user's operations: searched, shown as JSON, deleted. */
export function Collections() {
  const { control, act } = usePage();
  const [chosen, choose] = useState('');
  const [search, setSearch] = useState('');
  const { value } = useLive(
    ['open', 'reset', 'collection'],
    async () => {
      const all = await control.collections.list();
      const one = all.find(({ name }) => name === chosen) ?? all[0];
      if (!one) return undefined;
      const found = await control.collection(one.name).find({ search, limit: most });
      return { all, name: one.name, ...found };
    },
    [control, chosen, search],
  );
  if (!value) return null;
  const { all, name: of, items, total } = value;
  const remove = (id: string) =>
    act(async () => {
      await control.collection(of).remove(id);
      return [`Deleted ${id} of ${of}`];
    });
  return (
    <section class="collections stream" aria-label="Collections">
      <div class="filters bar row">
        <Field
          isBare
          label="Collection"
          value={of}
          options={all.map(({ name, count }) => [name, `${name} (${count})`])}
          onValue={choose}
        />
        <Search
          label="Search the collection"
          placeholder={`Search ${countOf(total, 'item')}`}
          value={search}
          onValue={setSearch}
        />
      </div>
      <ul class="scroller" tabIndex={-1}>
        {items.map((item) => (
          <li key={item.id} class="row bar">
            <code class="grow">{JSON.stringify(item)}</code>
            <IconButton
              name={`Delete ${item.id}`}
              icon={DeleteIcon}
              onClick={() => remove(item.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
