import { afterEach, expect, test, vi } from 'vitest';
import { ask, emptyCatalog, faultyCatalog } from '../support/catalog.ts';

const unmet =
  'Expected 1 request (operation createPet) within 20 ms, but saw 0. The closest that did not match:\n' +
  '  GET /v2/pets -> 200: operation is listPets, not createPet';

const fakes: [string, () => void][] = [
  ['vitest', () => void vi.useFakeTimers()],
  ['vitest, with all that it can fake', () => void vi.useFakeTimers({ toFake: everything })],
];
const everything = [
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'] as const),
  ...(['clearImmediate', 'Date', 'performance', 'queueMicrotask'] as const),
];

afterEach(() => void vi.useRealTimers());

test.each(fakes)('an unmet wait ends with its own message under %s', async (_what, install) => {
  const catalog = emptyCatalog();
  await ask(catalog);
  install();
  const wait = catalog.requests.waitFor({ operation: 'createPet' }, { timeout: 20 });
  await expect(wait).rejects.toThrow(unmet);
});

test('fake timers still move a delayed answer', async () => {
  vi.useFakeTimers();
  const catalog = faultyCatalog({ delay: 5000 });
  const answered = ask(catalog);
  await catalog.requests.waitFor({ operation: 'listPets' });
  await vi.advanceTimersByTimeAsync(5000);
  expect((await answered).status).toBe(200);
});
