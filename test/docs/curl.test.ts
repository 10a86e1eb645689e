import { parseArgs } from 'node:util';
import { startServer } from 'pet-catalog-mock/server';
import { expect, onTestFinished, test } from 'vitest';
import { create } from '../../src/verify/cases/case.ts';
import { sendFetch } from '../support/send-http.ts';
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
    const { origin } = new URL(url);
    const answered = curl(command, origin);
    if (command.includes('/requests/wait')) {
      // The curl waits for this request of the app.
      await sendFetch(origin, create({ name: 'Rex' }));
    }
    expect(await answered).toSatisfy((text: string) => isAsPrinted(output, text), output);
  },
);

/** The `$ curl …` lines of a document, with the output printed below each, in which `…` stands for anything. */
function callsOf(console: string) {
  return console
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = '', ...output] = text.trimEnd().split('\n');
      return { command, output: output.join('\n') };
    });
}

/** Returns whether an output is as the document prints it. */
function isAsPrinted(printed: string, output: string): boolean {
  const literal = printed.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('[^]*?')}$`).test(output);
}

/**
 * Sends what a curl command would send, since curl may not be installed. It knows the options that
 * the documents use, and throws at others.
 */
async function curl(command: string, origin: string): Promise<string> {
  const [name, ...args] = wordsOf(command);
  if (name !== 'curl') throw new Error(`Not a call of curl: ${command}`);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      request: { type: 'string', short: 'X' },
      header: { type: 'string', short: 'H', multiple: true, default: [] },
      // Braces in a URL are braces.
      globoff: { type: 'boolean', short: 'g' },
      data: { type: 'string', short: 'd' },
    },
  });
  const [url = '', ...others] = positionals;
  const documented = 'http://127.0.0.1:4020';
  if (others.length > 0 || !url.startsWith(documented)) throw new Error(`Not one URL: ${command}`);
  const response = await fetch(url.replace(documented, origin), {
    method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
    headers: values.header.map((line) => line.split(/: */, 2) as [string, string]),
    ...(values.data !== undefined && { body: values.data }),
  });
  return response.text();
}

/** Splits a shell command into its words, bare or in single quotes. */
function wordsOf(command: string): string[] {
  return Array.from(command.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, bare]) => quoted ?? bare!);
}
