import { useEffect, useState } from 'preact/hooks';
import type { Pet } from '../../client.ts';
import { useKeptFocus } from '../parts/kept-focus.ts';
import { usePage } from '../state/context.ts';
import { useEvents } from '../state/live.ts';
import { keepPet, useChangeCatalog } from '../state/undo.ts';
import { EditPet } from './edit-pet.tsx';
import { labelOf } from './pet-fields.ts';
import { calledOf, PetRow } from './pet-row.tsx';

interface PetTableProps {
  pets: readonly Pet[];
  /** The id of the pet that was just created here; `''` when none was. */
  created: string;
  /** Another page begins at its top. */
  page: number;
}

export function PetTable({ pets, created, page }: PetTableProps) {
  const { control, info, listen, view } = usePage();
  const fields = info?.petFields ?? [];
  const changeCatalog = useChangeCatalog();
  /** The pet whose row is a form, as it was at first, and where: it stays, also when it has gone. */
  const [edited, setEdited] = useState<{ pet: Pet; index: number }>();
  /** The id of the pet whose form has just ended. */
  const [ended, setEnded] = useState('');
  const focusing = useKeptFocus<HTMLDivElement>();
  const scroller = focusing.ref;
  const shown = pets.some(({ id }) => id === created);

  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [page]);
  useEffect(() => {
    if (shown) scroller.current?.querySelector('.created')?.scrollIntoView({ block: 'nearest' });
  }, [shown, created]);
  const rowAt = (index: number) => scroller.current?.querySelectorAll('tbody tr')[index];
  const focusAction = (row: Element | undefined, action: string) =>
    (
      row?.querySelector<HTMLElement>(`[data-action=${action}], input`) ?? scroller.current
    )?.focus();
  useEffect(() => {
    if (ended) focusAction(rowAt(pets.findIndex(({ id }) => id === ended)), 'Edit');
    setEnded('');
  }, [ended]);

  const endEdit = () => {
    setEdited(undefined);
    setEnded(edited?.pet.id ?? '');
  };
  const remove = (pet: Pet, index: number) => {
    // The focus goes to the neighbour: the pressed button is about to go.
    focusAction(rowAt(index + 1) ?? rowAt(index - 1), 'Delete');
    void changeCatalog(
      async () => {
        if (!(await control.pets.remove(pet.id))) throw new Error('This pet has gone already');
        return `Deleted ${calledOf(pet)}`;
      },
      keepPet(pet, calledOf(pet)),
    );
  };

  // A pet that goes leaves its form open, and other pets do not.
  useEffect(() => setEdited(undefined), [page, view.search, view.tag]);
  useEvents(listen, ({ type }) => type === 'reset' && setEdited(undefined));
  const isGone = edited && pets.every(({ id }) => id !== edited.pet.id);
  const rows = isGone ? pets.toSpliced(edited.index, 0, edited.pet) : pets;
  return (
    <div class="scroller" {...focusing} tabindex={0} role="region" aria-label="List of pets">
      <table class="pet-table">
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field.name} scope="col" class={field.name}>
                {labelOf(field)}
              </th>
            ))}
            <th scope="col" class="id">
              Id
            </th>
            <th scope="col" class="actions">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((pet, index) =>
            pet.id === edited?.pet.id ? (
              <EditPet key={pet.id} pet={edited.pet} onEnd={endEdit} />
            ) : (
              <PetRow
                key={pet.id}
                pet={pet}
                isNew={pet.id === created}
                onEdit={() => setEdited({ pet, index })}
                onDelete={() => remove(pet, index)}
              />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
