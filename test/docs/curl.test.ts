import { startServer } from 'pet-catalog-mock/server';
import { expect, onTestFinished, test } from 'vitest';
import { callsOf, curl, isAsPrinted } from './support/curl.ts';
import { blocksOf, documents } from './support/documents.ts';

const calls = documents()
  .flatMap(blocksOf)
  .filter(({ language }) => language === 'console')
  .flatMap(({ path, content }) =>
    callsOf(content).map(({ command, output }) => ({ path, command, output })),
  );

test.each(calls)(
  'a curl gets the response printed below it: $path: $command',
  async ({ command, output }) => {
    const { url, close } = await startServer({ port: 0 });
    onTestFinished(close);
    const answered = curl(command, new URL(url).origin);
    if (command.includes('/requests/wait')) {
      // The curl waits for this request of the app.
      await fetch(`${url}/pets`, {
        method: 'POST',
        headers: { 'X-API-Key': 'test', 'Content-Type': 'application/json' },
        body: '{"name":"Rex"}',
      });
    }
    expect(await answered).toSatisfy((text: string) => isAsPrinted(output, text), output);
  },
);
