import { startServer } from 'pet-catalog-mock/server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { callsOf, curl, isAsPrinted } from './support/curl.ts';
import { blocksOf, documents } from './support/documents.ts';

const calls = documents()
  .flatMap(blocksOf)
  .filter(({ language }) => language === 'console')
  .flatMap(({ path, content }) =>
    callsOf(content).map(({ command, output }) => ({ path, command, output })),
  );

async function start(): Promise<{ url: string; origin: string }> {
  const { url, close } = await startServer({ port: 0 });
  onTestFinished(close);
  return { url, origin: new URL(url).origin };
}

test('the curl in the README gets exactly the bytes printed below it', async () => {
  const { command, output } = calls.find(({ path }) => path === 'README.md')!;
  const { origin } = await start();
  expect(command).toContain('/v2/pets?limit=2');
  expect(await curl(command, origin)).toBe(output);
});

describe('a curl gets the response printed below it', () => {
  test.each(calls)('$path: $command', async ({ command, output }) => {
    const { url, origin } = await start();
    const answered = curl(command, origin);
    if (command.includes('/requests/wait')) {
      // The curl waits for this request of the app.
      await fetch(`${url}/pets`, {
        method: 'POST',
        headers: { 'X-API-Key': 'test', 'Content-Type': 'application/json' },
        body: '{"name":"Rex"}',
      });
    }
    expect(await answered).toSatisfy((text: string) => isAsPrinted(output, text), output);
  });
});
