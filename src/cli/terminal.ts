import { version } from '../version.ts';
import type { factsOf } from './serve.ts';

/** What a person wants to know first, for a terminal. */
export function banner(facts: ReturnType<typeof factsOf>, colours: boolean): string {
  const bold = (text: string) => (colours ? `\x1b[1m${text}\x1b[22m` : text);
  const link = (text: string) => (colours ? `\x1b[36m${text}\x1b[39m` : text);
  const { origin, protocol } = new URL(facts.url);
  const key = facts.hasKeys ? 'YOUR_KEY' : 'test';
  const curl = `curl ${protocol === 'https:' ? '-k ' : ''}-H "X-API-Key: ${key}" "${facts.url}/pets?limit=3"`;
  const { pets, from, isolate, scenario, config, admin } = facts;
  const rows: [string, string | false | undefined][] = [
    ['Pets', `${pets} from ${from}${isolate ? `, for each ${isolate}` : ''}`],
    ['Scenario', scenario],
    ['Config', config],
    ['Try', curl],
    ['Dashboard', admin && link(`${origin}/`)],
    ['API docs', admin && link(`${origin}/docs`)],
    ['Stop', 'Ctrl-C'],
  ];
  const lines = rows.flatMap(([name, text]) => (text ? `  ${name.padEnd(10)} ${text}` : []));
  return `\n  ${bold('Pet Catalog mock')} ${version}\n\n${lines.join('\n')}\n\n`;
}

/** Shows on a terminal, in one line that comes and goes, how much of something has been done. */
export function createProgress(
  stream: { isTTY: boolean; write(text: string): unknown },
  words: (done: string, of: string) => string,
) {
  let shown = false;
  return {
    show(done: number, of: number): void {
      if (!stream.isTTY) return;
      shown = true;
      stream.write(`\r\x1b[K${words(done.toLocaleString('en'), of.toLocaleString('en'))}`);
    },
    end(): void {
      if (shown) stream.write('\r\x1b[K');
    },
  };
}
