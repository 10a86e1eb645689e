import type { Api, Pet } from './api.ts';

const skeleton = `
  <h1>Pets</h1>
  <form>
    <label>Name <input name="name" required autocomplete="off" /></label>
    <label>Tag <input name="tag" placeholder="dog, cat…" autocomplete="off" /></label>
    <button>Add pet</button>
    <p class="problem" data-part="form-problem" role="alert"></p>
  </form>
  <p data-part="status" role="status"></p>
  <div class="problem" data-part="list-problem" role="alert" hidden>
    <p></p>
    <button type="button">Try again</button>
  </div>
  <ul aria-label="Pets"></ul>
`;

/**
 * Puts the page into `root`: a form that creates pets, and the list of pets.
 *
 * @returns `refresh()`, which loads the list.
 */
export function mountApp(root: HTMLElement, api: Api): { refresh(): Promise<void> } {
  root.innerHTML = skeleton;
  const part = <T extends HTMLElement>(selector: string) => root.querySelector<T>(selector)!;
  const form = part<HTMLFormElement>('form');
  const addButton = part<HTMLButtonElement>('form button');
  const formProblem = part('[data-part=form-problem]');
  const status = part('[data-part=status]');
  const listProblem = part('[data-part=list-problem]');
  const list = part('ul');

  async function refresh(): Promise<void> {
    listProblem.hidden = true;
    list.ariaBusy = 'true';
    status.textContent = 'Loading pets…';
    try {
      const pets = await api.listPets();
      list.replaceChildren(...pets.map(row));
      status.textContent = describe(pets.length);
    } catch (error) {
      status.textContent = '';
      listProblem.querySelector('p')!.textContent = `No list: ${(error as Error).message}`;
      listProblem.hidden = false;
    }
    list.ariaBusy = 'false';
  }

  async function create(): Promise<void> {
    const data = new FormData(form);
    const name = String(data.get('name'));
    const tag = String(data.get('tag'));
    formProblem.textContent = '';
    addButton.disabled = true;
    try {
      const pet = await api.createPet(tag === '' ? { name } : { name, tag });
      list.append(row(pet));
      list.lastElementChild?.scrollIntoView?.({ block: 'nearest' });
      status.textContent = `Added ${pet.name}. ${describe(list.childElementCount)}`;
      form.reset();
    } catch (error) {
      formProblem.textContent = `Not added: ${(error as Error).message}`;
    }
    addButton.disabled = false;
    form.querySelector('input')!.focus();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void create();
  });
  listProblem.querySelector('button')!.addEventListener('click', () => void refresh());
  return { refresh };
}

function row(pet: Pet): HTMLLIElement {
  const item = document.createElement('li');
  item.dataset['id'] = pet.id;
  item.append(span('name', pet.name), ...(pet.tag === '' ? [] : [span('tag', pet.tag)]));
  return item;
}

function span(className: string, text: string): HTMLSpanElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

function describe(count: number): string {
  if (count === 0) return 'No pets yet: add the first one.';
  return count === 1 ? '1 pet' : `${count} pets`;
}
