import { isDeepStrictEqual } from 'node:util';
import { request } from './requests.js';

const newPet = { name: 'Checked before timing', tag: 'check' };

function isPet(value) {
  return ['name', 'tag', 'id'].every((field) => typeof value?.[field] === 'string');
}

function expect(good, what, answer) {
  if (!good) {
    throw new Error(`${what} answered ${answer.status} ${answer.text.slice(0, 80)}`);
  }
}

async function checkExamples({ origin, peer }, pets) {
  const one = await request(`${origin}${peer.root}/${pets[0].id}`);
  expect(one.status === 200 && isPet(JSON.parse(one.text)), 'GET by id', one);
  const list = await request(`${origin}${peer.list(20)}`);
  const listed = peer.listed(JSON.parse(list.text));
  expect(list.status === 200 && listed.length === 20 && listed.every(isPet), 'list of 20', list);
  const created = await request(`${origin}${peer.root}`, { method: 'POST', json: newPet });
  expect(created.status === 201 && isPet(JSON.parse(created.text)), 'create', created);
}

async function checkState({ origin, peer }, pets) {
  for (const pet of [pets[0], pets[Math.floor(pets.length / 2)], pets.at(-1)]) {
    const answer = await request(`${origin}${peer.root}/${pet.id}`);
    const same = answer.status === 200 && isDeepStrictEqual(JSON.parse(answer.text), pet);
    expect(same, `GET ${pet.id}`, answer);
  }
  const missing = await request(`${origin}${peer.root}/no-such-pet`);
  expect(missing.status === 404, 'GET of an unknown id', missing);

  const list = await request(`${origin}${peer.list(20)}`);
  const first =
    list.status === 200 && isDeepStrictEqual(peer.listed(JSON.parse(list.text)), pets.slice(0, 20));
  expect(first, 'list of 20', list);

  const created = await request(`${origin}${peer.root}`, { method: 'POST', json: newPet });
  expect(created.status === 201, 'create', created);
  const pet = JSON.parse(created.text);
  expect(isPet(pet) && pet.name === newPet.name && pet.tag === newPet.tag, 'create', created);
  const found = await request(`${origin}${peer.root}/${pet.id}`);
  const same = found.status === 200 && isDeepStrictEqual(JSON.parse(found.text), pet);
  expect(same, 'GET of the created pet', found);
}

/**
 * Makes sure that a server answers the timed requests rightly, from the given pets. Creates one pet.
 *
 * @param {import('./launch.js').Launched} server
 * @param {object[]} pets
 * @throws {Error} that shows the first wrong answer
 */
export async function check(server, pets) {
  await (server.peer.stateful ? checkState : checkExamples)(server, pets);
}
