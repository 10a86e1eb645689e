import { beforeEach, describe, expect, test } from 'vitest';
import { createControl } from '../../../src/client.ts';
import type { Pet } from '../../../src/index.ts';
import { patient } from '../../support/patience.ts';

const url = process.env['PET_CATALOG_URL']!;

/** What a suite of somebody's does, again and again, while others do theirs on the same server. */
export function tellStory(name: string, pets: number): void {
  const apiKey = `suite-${name}`;
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const control = createControl({ url, apiKey });
  const list = async () => (await (await fetch(`${url}/pets`, { headers })).json()) as Pet[];
  const create = async (pet: object) => {
    const body = JSON.stringify(pet);
    const response = await fetch(`${url}/pets`, { method: 'POST', headers, body });
    return { status: response.status, pet: (await response.json()) as Pet };
  };

  describe(`the suite ${name}`, () => {
    beforeEach(() => control.reset().then(() => control.seed({ pets, seed: pets })));

    test.each(Array.from({ length: 25 }, (_, turn) => turn))(
      'turn %i sees its own pets alone',
      async (turn) => {
        expect(await list()).toHaveLength(pets);
        const { status, pet } = await create({ name: `${name} ${turn}` });
        expect(status).toBe(201);
        expect((await list()).at(-1)).toEqual({ name: `${name} ${turn}`, tag: '', id: pet.id });
        expect(await control.requests.count({ operation: 'createPet' })).toBe(1);
      },
    );

    test.each(Array.from({ length: 10 }, (_, turn) => turn))(
      'turn %i fails by its own faults alone',
      async () => {
        await control.faults.add({ operation: 'createPet', status: 503, times: 1 });
        const waiting = control.requests.waitFor({ operation: 'createPet', status: 201 }, patient);
        expect((await create({ name: 'Rex' })).status).toBe(503);
        expect((await create({ name: 'Rex' })).status).toBe(201);
        expect(await waiting).toHaveLength(1);
        expect(await list()).toHaveLength(pets + 1);
      },
    );
  });
}
