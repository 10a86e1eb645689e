import { parseArgs } from 'node:util';

/** The `$ curl …` lines of a document, with the output printed below each, in which `…` stands for anything. */
export function callsOf(console: string) {
  return console
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = '', ...output] = text.trimEnd().split('\n');
      return { command, output: output.join('\n') };
    });
}

/** Tells whether an output is the one that a document prints. */
export function isAsPrinted(printed: string, output: string): boolean {
  const literal = printed.split('…').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('[^]*?')}$`).test(output);
}

/**
 * Sends what a curl command would send, since curl may not be installed. It knows the options that
 * the documents use, and throws at others.
 */
export async function curl(command: string, origin: string): Promise<string> {
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
