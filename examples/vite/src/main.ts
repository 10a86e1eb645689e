const headers = { 'X-API-Key': 'demo-key' };

const shelter: { name: string } = await (await fetch('/v2/shelter')).json();
document.querySelector('h1')!.textContent = shelter.name;

const pets: { name: string }[] = await (await fetch('/v2/pets', { headers })).json();
document
  .querySelector('ul')!
  .replaceChildren(
    ...pets.map(({ name }) => Object.assign(document.createElement('li'), { textContent: name })),
  );

import.meta.hot?.accept();
