import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pet } from '../../src/index.ts';
import { complete, create } from '../../src/verify/cases/case.ts';
import { jsonOf, type Answer, type Host, type OpenHost } from '../support/answer.ts';
import { checkForm } from '../support/check-answer.ts';
import { catalogFetch } from '../support/hosts-in-process.ts';
import { serverHost } from '../support/hosts-over-http.ts';
import { createOpenApiChecker } from '../support/openapi-checker.ts';

const { problemsAt } = createOpenApiChecker();

/** Any string of code units, surrogates without their other half among them. */
const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', '\u0000', '\ud800'),
);

/** Any JSON, and often something like a pet. */
const anyField = fc.oneof(anyString, fc.jsonValue({ maxDepth: 1 }));
const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.record({ name: anyField, tag: anyField }, { requiredKeys: [], noNullPrototype: true }),
  fc.dictionary(
    fc.oneof(fc.constantFrom('name', 'tag', 'id', '__proto__', 'constructor'), fc.string()),
    fc.oneof(fc.jsonValue(), anyString),
    { noNullPrototype: true },
  ),
);

const hosts: Host[] = [
  catalogFetch,
  serverHost('the server', {}),
  serverHost('the server without its fast lane', { fastLane: false }),
];

describe.each(hosts)('on $name', ({ open }) => {
  let host: OpenHost;
  beforeAll(async () => {
    host = await open({ fixtures: [] });
  });
  afterAll(() => host.close());

  const send = async (request: Parameters<typeof complete>[0]): Promise<Answer> => {
    const sent = complete(request);
    const answer = await host.send(sent);
    checkForm(sent.method, answer!, 'date' in answer!.headers);
    return answer!;
  };

  test('any name and tag come back as they were sent, to the code unit', async () => {
    await fc.assert(
      fc.asyncProperty(anyString, fc.option(anyString, { nil: undefined }), async (name, tag) => {
        const created = await send(create({ name, ...(tag !== undefined && { tag }) }));
        expect(created.status).toBe(201);
        const pet = jsonOf(created) as Pet;
        expect(pet).toEqual({ name, tag: tag ?? '', id: pet.id });
        const got = await send({ path: created.headers['location']! });
        expect(jsonOf(got)).toEqual(pet);
        expect(host.catalog.pets.get(pet.id)).toEqual(pet);
      }),
      { numRuns: 60 },
    );
  });

  test('any JSON is created or refused as the schema and its description say, and pollutes nothing', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    await fc.assert(
      fc.asyncProperty(anyJson, async (value) => {
        const count = host.catalog.pets.count();
        const body = JSON.stringify(value);
        const answer = await send({ method: 'POST', body });
        const sent = JSON.parse(body) as unknown;
        // What the description of the schema says, and the schema does not: no id.
        const isPet =
          problemsAt('/components/schemas/NewPet', sent).length === 0 &&
          !Object.hasOwn(sent as object, 'id');
        expect(answer.status).toBe(isPet ? 201 : 400);
        expect(host.catalog.pets.count()).toBe(count + (isPet ? 1 : 0));
        expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
      }),
      { numRuns: 80 },
    );
  });

  test('any limit is digits, and then a list of at most so many, or refused', async () => {
    const limits = fc.oneof(
      fc.nat({ max: 200 }).map(String),
      fc.bigInt({ min: 0n }).map(String),
      fc.constantFrom('', ' ', '-1', '+1', '1.0', '1e2', '0x1', '٣', '1\n', 'NaN'),
      fc.string({ unit: 'grapheme' }),
    );
    const { pets } = host.catalog;
    await fc.assert(
      fc.asyncProperty(limits, async (limit) => {
        const answer = await send({ path: `/v2/pets?limit=${encodeURIComponent(limit)}` });
        const isNumber = /^[0-9]+$/.test(limit);
        expect(answer.status).toBe(isNumber ? 200 : 400);
        const listed = isNumber ? jsonOf(answer) : undefined;
        expect(listed).toEqual(isNumber ? pets.list().slice(0, Number(BigInt(limit))) : undefined);
      }),
      { numRuns: 60 },
    );
  });

  test('any id is found when a pet has it, and else is not found', async () => {
    const ids = fc.string({ unit: 'grapheme', minLength: 1 }).filter((id) => !/^\.\.?$/.test(id));
    await fc.assert(
      fc.asyncProperty(ids, fc.boolean(), async (id, has) => {
        const pet = { name: 'Rex', tag: '', id };
        host.catalog.seed({ fixtures: has ? [pet] : [] });
        const answer = await send({ path: `/v2/pets/${encodeURIComponent(id)}` });
        expect(jsonOf(answer)).toEqual(has ? pet : { error: 'Pet not found' });
      }),
      { numRuns: 60 },
    );
  });
});
