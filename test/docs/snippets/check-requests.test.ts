import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPetCatalog, VerificationError } from 'pet-catalog-mock';
import { expect, test } from 'vitest';
import { folderWith } from '../../support/folder.ts';
import { blocksOf } from '../support/documents.ts';

const url = 'https://pets.example/v2/pets';
const headers = { 'X-API-Key': 'test', 'Content-Type': 'application/json' };

const [timedOut, notVerified] = blocksOf('docs/check-requests.md').flatMap(
  ({ language, content }) => (language === 'text' ? content.trimEnd() : []),
);

function appWith(catalog = createPetCatalog()) {
  const add = (pet: object) =>
    catalog.fetch(url, { method: 'POST', headers, body: JSON.stringify(pet) });
  return { catalog, add };
}

test('verify what was sent', async () => {
  const { catalog, add } = appWith();
  await add({ name: 'Rex', tag: 'dog' });
  // #region verify
  catalog.requests.verify({ operation: 'createPet', body: { name: 'Rex' } }, { count: 1 });
  // #endregion
  expect(catalog.requests.count()).toBe(1);
});

test('verify with matchers', async () => {
  const { catalog, add } = appWith();
  await add({ name: 'Rex', tag: 'dog' });
  // #region matchers
  catalog.requests.verify({ body: { name: expect.any(String), tag: /^dog/ } });
  catalog.requests.verify({ body: expect.objectContaining({ name: 'Rex' }) });
  // #endregion
});

test('a verification that fails says why, as the page shows it', async () => {
  const { catalog, add } = appWith();
  await catalog.fetch(url, { headers });
  await add({ name: 'Max' });
  const verify = () =>
    catalog.requests.verify({ operation: 'createPet', body: { name: 'Rex' } }, { count: 1 });
  expect(verify).toThrow(new VerificationError(notVerified));
});

test('a wait that times out says why, as the page shows it', async () => {
  const { catalog, add } = appWith();
  await add({ tag: 'dog' });
  const wait = catalog.requests.waitFor({ operation: 'createPet', status: 201 }, { timeout: 0 });
  await expect(wait).rejects.toThrow(timedOut!.replace('2000 ms', '0 ms'));
});

test('ask why', async () => {
  const { catalog, add } = appWith();
  const { id } = (await (await add({ name: 'Rex' }))!.json()) as { id: string };
  catalog.pets.remove(id);
  await catalog.fetch(`${url}/${id}`, { headers });
  // #region explain
  const [missing] = catalog.requests.list({ status: 404, limit: 1 });
  const { why } = catalog.requests.get(missing!.id)!;
  expect(why).toMatch(/^The pet "\S+" was deleted by a control at/);
  // #endregion
});

test('read the bodies', async () => {
  const { catalog, add } = appWith();
  await add({ name: 'Rex' });
  // #region bodies
  expect(catalog.requests.bodies({ operation: 'createPet' })).toEqual([{ name: 'Rex' }]);
  // #endregion
});

test('write an HTTP Archive', async () => {
  const { catalog, add } = appWith();
  catalog.faults.add({ status: 503 });
  await add({ name: 'Rex' });
  const file = join(await folderWith(), 'requests.har');
  // #region har
  await writeFile(file, JSON.stringify(catalog.requests.toHar({ status: 503 })));
  // #endregion
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(catalog.requests.toHar());
});
