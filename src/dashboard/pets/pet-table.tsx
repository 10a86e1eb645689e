import { useEffect, useRef } from 'preact/hooks';
import type { Pet } from '../../client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { shorten } from '../parts/words.ts';
import { usePage } from '../state/context.ts';

interface PetTableProps {
  pets: readonly Pet[];
  /** The id of the pet that was just created here; `''` when none was. */
  created: string;
  /** Another page begins at its top. */
  page: number;
}

export function PetTable({ pets, created, page }: PetTableProps) {
  const { changeView } = usePage();
  const scroller = useRef<HTMLDivElement>(null);
  const shown = pets.some(({ id }) => id === created);

  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [page]);
  useEffect(() => {
    if (shown) scroller.current?.querySelector('.created')?.scrollIntoView({ block: 'nearest' });
  }, [shown, created]);

  return (
    <div class="scroller" ref={scroller} tabindex={0} role="region" aria-label="List of pets">
      <table class="pet-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Tag</th>
            <th scope="col">Id</th>
          </tr>
        </thead>
        <tbody>
          {pets.map((pet) => (
            <tr key={pet.id} class={pet.id === created ? 'created' : undefined}>
              <th scope="row">
                <span class="row who">
                  <span
                    class={`initial ${pet.tag && 'tagged'}`}
                    style={{ '--hue': hueOf(pet.tag) }}
                    aria-hidden="true"
                  >
                    {[...pet.name.trim()][0]?.toUpperCase()}
                  </span>
                  {pet.name === '' ? (
                    <em class="soft">no name</em>
                  ) : (
                    <bdi class="clip" title={pet.name}>
                      {shorten(pet.name)}
                    </bdi>
                  )}
                </span>
              </th>
              <td>
                {pet.tag === '' ? (
                  <em class="soft">no tag</em>
                ) : (
                  <button
                    type="button"
                    class="pill tag"
                    title="Show only pets of this tag"
                    onClick={() => changeView({ tag: pet.tag, page: 1 })}
                  >
                    <bdi class="clip" title={pet.tag}>
                      {pet.tag.trim() === '' ? 'blank' : shorten(pet.tag, 40)}
                    </bdi>
                  </button>
                )}
              </td>
              <td class="id">
                <code title={pet.id}>{pet.id.slice(0, 8)}</code>
                <CopyButton
                  text={() => pet.id}
                  what={`id of ${shorten(pet.name, 40) || 'the pet'}`}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const hues = [265, 155, 65, 325, 210, 15];

/** The same tag, the same colour: a hue in degrees. */
function hueOf(tag: string): number {
  let sum = 0;
  for (const character of tag.slice(0, 32)) sum = (sum * 31 + character.charCodeAt(0)) % 9973;
  return hues[sum % hues.length]!;
}
