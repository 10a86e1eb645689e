import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/controls/faults.ts';
import { serviceOf } from '../../src/pet-catalog.ts';
import { emptyCatalog, faultyCatalog, handle, statusesOf } from '../support/catalog.ts';
describe('a fault', () => {
  test.each<[string, object]>([
    ['"hold"', { hold: true }],
    ['the network "hang"', { network: 'hang' }],
  ])('with %s cannot have the phase "after", and the message says what can', (what, fault) => {
    const add = () => emptyCatalog().faults.add({ ...fault, phase: 'after' } as Fault);
    expect(add).toThrow(
      `A fault must be a JSON object whose "phase" is not "after": ${what} takes effect before the operation. ` +
        'For a late response, use the phase "after" with a "delay"',
    );
  });

  test.each(['truncate', 'dribble'] as const)(
    'with the network %s cannot have the phase "before"',
    (network) => {
      const { faults } = emptyCatalog();
      const words = `whose "phase" is not "before": the network "${network}" takes effect after the operation`;
      expect(() => faults.add({ network, phase: 'before' })).toThrow(words);
      faults.add({ network, phase: 'after' });
      const id = faults.add({ network: 'reset', phase: 'before' });
      expect(() => faults.update(id, { network })).toThrow(words);
    },
  );

  test('for the id of an operation without a parameter is refused, as it could hit nothing', () => {
    const { faults, snapshot, restore } = emptyCatalog();
    const fault = { operation: 'listPets', match: { id: 'rex' }, status: 503 };
    const words = '"match.id" is for the last parameter of a path, and "listPets" (/pets) has none';
    expect(() => faults.add(fault)).toThrow(`A fault: ${words}`);
    const id = faults.add({ ...fault, operation: 'getPet' });
    expect(() => faults.update(id, { operation: 'listPets' })).toThrow(words);
    faults.update(id, { operation: null });
    const stored = { ...fault, id: 'fault-1', calls: 0, hits: 0 };
    expect(() => restore({ ...snapshot(), faults: [stored] })).toThrow(
      'snapshot: "faults[0].match.id" is for the last parameter',
    );
    expect(() => emptyCatalog({ scenarios: { odd: { faults: [fault] } } })).toThrow(
      'Scenario "odd": "faults[0].match.id" is for the last parameter',
    );
  });

  test('with a rate hits the same calls of a seed in every version', async () => {
    const catalog = emptyCatalog({ seed: 8 });
    catalog.faults.add({ status: 500, rate: 0.5 });
    expect(await statusesOf(catalog, 6)).toEqual([500, 200, 200, 200, 200, 500]);
  });

  test('that hangs ends its calls when the host closes, and holds later calls', async () => {
    const catalog = faultyCatalog({ network: 'hang' });
    const before = handle(catalog);
    serviceOf(catalog).endHangs();
    expect(await before).toMatchObject({ body: null, network: 'empty' });
    const after = handle(catalog);
    const turn = new Promise((resolve) => setImmediate(resolve, 'nothing yet'));
    expect(await Promise.race([after, turn])).toBe('nothing yet');
    catalog.reset();
    expect(await after).toMatchObject({ body: null, network: 'empty' });
  });

  test('is a copy of the JSON that was given, and listed as a copy, oldest first', () => {
    const { faults } = emptyCatalog();
    const delay = { min: 1, max: 2 };
    const body = { code: 1, at: undefined };
    const ids = [faults.add({ delay }), faults.add({ status: 500, body })];
    delay.min = 98;
    body.code = 98;
    (faults.list()[0]!.delay as { min: number }).min = 99;
    expect(faults.list()).toEqual([
      { id: ids[0], delay: { min: 1, max: 2 }, hits: 0 },
      { id: ids[1], status: 500, body: { code: 1 }, hits: 0 },
    ]);
    faults.update(ids[1]!, { body });
    body.code = 99;
    expect(faults.list()[1]).toMatchObject({ body: { code: 98 } });
  });

  test.each([
    [{ status: 199, body: {} }, /"status" must be .*, or from 200 beside a "body", not 199$/],
    [{ status: 500, operation: 'flyPet' }, /"operation".*one of.*"flyPet"/],
    [{ status: 500, rate: 1.1 }, /"rate".*0 to 1.*1\.1/],
    [{ status: 500, times: 0 }, /"times".*at least 1.*0/],
    [{ status: 500, color: 'red' }, /unknown field "color"/],
    [{ delay: -1 }, /"delay".*whole number.*-1/],
    [{ network: 'slow' }, /"network".*one of.*"slow"/],
    [{ delay: 1, error: 'Slow' }, /"error" comes with a "status"/],
    [{ hold: true, status: 503 }, /"hold", or with "status" or "network", not both/],
    [{ status: 500, error: 'x', body: {} }, /"error" or "body", not both/],
    [{ status: 500, body: () => 1 }, /"body".*JSON/],
    [{ status: 500, headers: { Connection: '1' } }, /"headers" leave Connection to the server$/],
    [{ status: 500, headers: { 'a b': '1' } }, /"headers\.a b" must be the name of a header/],
    [{ status: 500, headers: { a: 'b\r\nc: d' } }, /"headers\.a".*text that a header can carry/],
    [
      { status: 500, match: { name: 'x' } },
      /unknown field "match\.name"\. The fields are: id, query, header, body$/,
    ],
    [{ status: 500, match: { query: 1 } }, /"match\.query".*a query such as/],
    [{ status: 500, match: [] }, /"match".*object.*, not an array/],
    [{ status: 500, enabled: 'no' }, /"enabled".*true or false/],
  ])('is refused with a message that names the field: %j', (fault, message) => {
    const { faults } = emptyCatalog();
    expect(() => faults.add(fault as never)).toThrow(message);
    expect(faults.list()).toEqual([]);
  });
});
