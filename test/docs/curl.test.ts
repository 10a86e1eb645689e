import { startServer } from 'pet-catalog-mock/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callsOf, curl, isAsPrinted } from './support/curl.ts';
import { blocksOf, read } from './support/documents.ts';

const consoles = blocksOf(read('README.md'))
  .filter(({ language }) => language === 'console')
  .map(({ content }) => callsOf(content));

async function start(): Promise<{ url: string; origin: string }> {
  const { url, close } = await startServer({ port: 0 });
  onTestFinished(close);
  return { url, origin: new URL(url).origin };
}

test('the first curl of the README is answered with the bytes that stand there', async () => {
  const [{ command, output }] = consoles[0] as [(typeof consoles)[0][0] & object];
  const { origin } = await start();
  expect(command).toContain('/v2/pets?limit=2');
  expect(await curl(command, origin)).toBe(output);
});

describe('a curl of the README is answered as it says', () => {
  test.each(consoles.flat())('$command', async ({ command, output }) => {
    const { url, origin } = await start();
    const answered = curl(command, origin);
    if (command.includes('/requests/wait')) {
      // It is the app that is waited for.
      await fetch(`${url}/pets`, {
        method: 'POST',
        headers: { 'X-API-Key': 'test', 'Content-Type': 'application/json' },
        body: '{"name":"Rex"}',
      });
    }
    expect(await answered).toSatisfy((text: string) => isAsPrinted(output, text), output);
  });
});

test('there is one curl for each of the five things, and one at the start', () => {
  expect(consoles.map((calls) => calls.length)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('a difference from what is printed is seen', () => {
  expect(isAsPrinted('[{"id":…}]', '[{"id":1}]')).toBe(true);
  expect(isAsPrinted('[{"id":…}]', '[{"id":1}')).toBe(false);
  expect(isAsPrinted('a.c', 'abc')).toBe(false);
  expect(isAsPrinted('', 'something')).toBe(false);
});
