import type { Pet } from '../../client.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { DeleteIcon, PencilIcon, ListIcon } from '../parts/icons.tsx';
import { shorten } from '../parts/words.ts';
import { usePage } from '../state/context.ts';
import { focusPanel, useJump } from '../state/jump.ts';
import { textOf } from './pet-fields.ts';

interface PetRowProps {
  pet: Pet;
  /** Whether it was just created here. */
  isNew: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

export function PetRow({ pet, isNew, onEdit, onDelete }: PetRowProps) {
  const { changeView, info } = usePage();
  const jump = useJump();
  const called = calledOf(pet);
  const showRequests = () =>
    jump(() => focusPanel('requests'), {
      tab: 'requests',
      find: `/pets/${encodeURIComponent(pet.id)}`,
      operation: '',
      status: '',
      entry: '',
    });
  const action = (verb: string, name: string, Drawn: typeof PencilIcon, onClick: () => void) => (
    <button
      type="button"
      class="icon-button"
      data-action={verb}
      aria-label={name}
      title={verb}
      // Deleting moves the next pet under the pointer, and the focus to it: once is meant for one.
      onClick={(event) => event.detail < 2 && onClick()}
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
    >
      <Drawn />
    </button>
  );

  return (
    <tr class={isNew ? 'created' : undefined}>
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
      {info?.petFields.slice(2).map((field) => (
        <td key={field.name}>
          <span class="clip">{shorten(textOf(pet, field), 40)}</span>
        </td>
      ))}
      <td class="id">
        <code title={pet.id}>{pet.id.slice(0, 8)}</code>
        <CopyButton text={() => pet.id} what={`id of ${called}`} />
      </td>
      <td class="actions">
        {action('Requests', `Show the requests of ${called}`, ListIcon, showRequests)}
        {action('Edit', `Edit ${called}`, PencilIcon, onEdit)}
        {action('Delete', `Delete ${called}`, DeleteIcon, onDelete)}
      </td>
    </tr>
  );
}

/** A pet in a sentence. */
export function calledOf({ name }: Pet): string {
  return shorten(name.trim(), 40) || 'the pet';
}

/** The same tag, the same colour: a hue in degrees. */
function hueOf(tag: string): number {
  let sum = 0;
  for (const character of tag.slice(0, 32)) sum = (sum * 31 + character.charCodeAt(0)) % 360;
  return sum;
}
