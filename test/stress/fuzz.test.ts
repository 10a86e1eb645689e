import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { listening } from '../control/support/started-server.ts';
import { root } from '../package/support/package.ts';

interface Judge {
  (hosts: readonly object[], played: object, patience: number): Promise<{ problems: string[] }>;
}
const fuzzer = new URL('../../stress/fuzz/run.js', import.meta.url).href;
const { judge } = (await import(fuzzer)) as { judge: Judge };

test('4,000 odd requests are answered as HTTP and the contract have it, alike on all lanes', async () => {
  // How long a loop is held up depends on what else the machine does: the long run looks at that.
  const flags = ['--seed', '16', '--requests', '4000', '--slowest', '60000'];
  const ran = run(process.execPath, ['stress/fuzz.js', ...flags], { cwd: root });
  await expect(ran).resolves.toMatch(/findings: 0\n/);
});

/** A server that answers each request so. */
const answers =
  (status: number, body: string, type = 'application/json'): RequestListener =>
  (_req, res) => {
    res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    res.end(body);
  };
/** One that writes no more than these bytes, and closes. */
const writes =
  (bytes: string): RequestListener =>
  (_req, res) =>
    void res.socket!.end(bytes);
const good = answers(404, '{"error":"Not found"}');

/** What the fuzzer says of two servers of a few lines. */
async function judgeTwo(...listeners: RequestListener[]): Promise<string[]> {
  const state = { status: 200, head: '', headers: {}, body: '', method: 'GET' };
  const hosts = await Promise.all(
    listeners.map(async (listener, index) => {
      const { port } = await listening(listener);
      const control = { ask: async () => [state] };
      return { name: `server ${index}`, port, isTls: false, ping: async () => {}, control };
    }),
  );
  const text = 'GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const played = {
    group: 'plain',
    isOdd: false,
    pieces: [{ kind: 'call', method: 'GET', text }],
    steps: [{ bytes: Buffer.from(text), answers: 1 }],
  };
  return (await judge(hosts, played, 20)).problems;
}

test('the fuzzer finds nothing wrong with two servers that answer alike', async () => {
  expect(await judgeTwo(good, good)).toEqual([]);
});

test.each<[what: string, problem: string, bad: RequestListener]>([
  ['HTML', 'is no JSON but text/html', answers(404, '<!doctype html>', 'text/html')],
  ['another byte', 'answer 1 differs', answers(404, '{"error":"Not Found"}')],
  ['no {error}', 'is not {error}', answers(404, '{"message":"x"}')],
  ['a stack', 'shows a stack', answers(500, JSON.stringify({ error: new Error('x').stack }))],
  ['what is not HTTP', 'not HTTP', writes('hello\r\n\r\n')],
  ['half an answer', 'is cut short', writes('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')],
  ['no answer', 'answer 1 differs', writes('')],
])('the fuzzer finds a server that gives %s', async (_what, problem, bad) => {
  expect((await judgeTwo(good, bad)).join('\n')).toContain(problem);
});
