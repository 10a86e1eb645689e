import { expect } from 'vitest';
import { complete, optionsOf, type ContractCase } from '../../contract/cases/case.ts';
import type { Answer, Sent } from '../../support/answer.ts';
import { checkAnswer, essence } from '../../support/check-answer.ts';
import { catalogFetch } from '../../support/hosts-in-process.ts';
import { leftAlone } from './static-server.ts';
import type { WatchedPage } from './watched-page.ts';
import type { PageRequest } from './worker-page.ts';

/** Runs one case in a page whose mock runs, and holds it against the catalog alone. */
export async function runCaseInPage({ page }: WatchedPage, one: ContractCase): Promise<void> {
  const send = (request: Sent) => sendInPage(page, request);
  const snapshot = () => page.evaluate(() => mock.snapshot());

  await page.evaluate((options) => mock.swap(options), optionsOf(one));
  for (const step of one.before ?? []) {
    expect((await send(complete(step)))?.status).toBeLessThan(300);
  }
  const before = await snapshot();
  const answer = await send(complete(one.request));
  const after = await snapshot();

  if (one.expected === 'not ours') {
    expect(answer).toBeUndefined();
    expect(after).toEqual(before);
    return;
  }
  checkAnswer(one, answer!, false);
  expect(sameWords(essence(answer!))).toEqual(sameWords(await essenceInProcess(one)));
  if (answer!.status === 201) expect(after.pets).toHaveLength(before.pets.length + 1);
  else expect(after).toEqual(before);
}

async function sendInPage(
  page: WatchedPage['page'],
  { body, ...request }: Sent,
): Promise<Answer | undefined> {
  const crossing = { ...request, body: crossingBody(body) };
  const answer = await page.evaluate((sent) => mock.send(sent), crossing);
  if (leftAlone in answer.headers) return undefined;
  return { ...answer, body: Uint8Array.from(Buffer.from(answer.body, 'base64')) };
}

function crossingBody(body: Sent['body']): PageRequest['body'] {
  return body instanceof Uint8Array ? { base64: Buffer.from(body).toString('base64') } : body;
}

/** The page answers as the catalog alone does, to the byte. */
async function essenceInProcess(one: ContractCase) {
  const host = await catalogFetch.open(optionsOf(one));
  for (const step of one.before ?? []) await host.send(complete(step));
  return essence((await host.send(complete(one.request)))!);
}

/** What is wrong with a JSON text is said in the engine's words, and the browser's is another. */
function sameWords({ body, headers, ...rest }: ReturnType<typeof essence>) {
  const [start, detail] = body.split('is not valid JSON: ');
  if (detail === undefined) return { ...rest, headers, body };
  const others = headers.filter((one) => !one.startsWith('content-length'));
  return { ...rest, headers: others, body: start };
}
