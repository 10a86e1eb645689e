interface Pet {
  id: string;
  name: string;
}

const pageSize = 3;
let offset = 0;

const list = document.querySelector('ul')!;
const next = document.querySelector<HTMLButtonElement>('#next')!;
const problem = document.querySelector('[role=alert]')!;

/** @throws Error with what the service says. */
async function send(method: string, path: string, body?: object): Promise<Response> {
  const response = await fetch(`/v2/pets${path}`, {
    method,
    headers: { 'X-API-Key': 'demo-key', 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return response;
}

async function show(): Promise<void> {
  // One more than the page has tells whether there is a next one.
  const response = await send('GET', `?limit=${pageSize + 1}&offset=${offset}`);
  const pets: Pet[] = await response.json();
  list.replaceChildren(...pets.slice(0, pageSize).map(row));
  next.disabled = pets.length <= pageSize;
}

function row({ id, name }: Pet): HTMLLIElement {
  const item = document.createElement('li');
  const path = `/${encodeURIComponent(id)}`;
  const input = Object.assign(document.createElement('input'), { value: name, ariaLabel: 'Name' });
  item.append(
    input,
    button('Rename', () => send('PATCH', path, { name: input.value })),
    button('Delete', () => send('DELETE', path)),
  );
  return item;
}

function button(textContent: string, act: () => Promise<unknown>): HTMLButtonElement {
  const made = Object.assign(document.createElement('button'), { textContent });
  made.addEventListener('click', () => void afterwards(act));
  return made;
}

/** Loads the pets and shows them, or the reason why not. */
async function afterwards(act?: () => Promise<unknown>): Promise<void> {
  try {
    await act?.();
    await show();
    problem.textContent = '';
  } catch (error) {
    problem.textContent = (error as Error).message;
  }
}

next.addEventListener('click', () => {
  offset += pageSize;
  void afterwards();
});
await afterwards();
