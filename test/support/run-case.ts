import { expect } from 'vitest';
import type { Pet } from '../../src/index.ts';
import { complete, create } from '../../src/verify/cases/case.ts';
import type { ContractCase } from './contract-case.ts';
import { jsonOf, type Answer, type Host, type OpenHost } from './answer.ts';
import { checkAnswer } from './check-answer.ts';

/** Sends a case to a host that is as it started, and compares the outcome with the contract. */
export async function runCase(open: OpenHost, host: Host, one: ContractCase): Promise<void> {
  const { answer, before } = await play(open, one);
  if (one.expected === 'not ours' && !host.isHttp) {
    expect(answer).toBeUndefined();
    expect(open.catalog.snapshot()).toEqual(before);
    return;
  }
  if (!answer) throw new Error('The host left the request alone');
  checkAnswer(one, answer, host.isHttp);
  if (isCreated(one, answer)) await checkCreated(open, one, answer, before.pets);
  else if (!isChange(one, answer)) expect(open.catalog.snapshot()).toEqual(before);
}

/** Sends what comes first, then the request itself; the state between the two is kept. */
async function play(open: OpenHost, one: ContractCase) {
  for (const step of one.before ?? []) {
    const answer = await open.send(complete(create(step)));
    expect(answer?.status).toBeLessThan(300);
  }
  const before = open.catalog.snapshot();
  return { before, answer: await open.send(complete(one.request)) };
}

/** A pet that was created is the last one, and is got and listed as it was answered. */
async function checkCreated(
  open: OpenHost,
  one: ContractCase,
  answer: Answer,
  pets: readonly Pet[],
): Promise<void> {
  const created = jsonOf(answer) as Pet;
  expect(pets.map(({ id }) => id)).not.toContain(created.id);
  const location = answer.headers['location']!;
  const headers = { 'X-API-Key': complete(one.request).headers['X-API-Key'] ?? 'k' };
  const got = await open.send(complete({ path: location, headers }));
  expect(Buffer.from(got!.body).equals(answer.body)).toBe(true);
  // A dialect may list others, or in another form; its cases say so.
  if (one.options?.dialect) return;
  const collection = location.slice(0, -created.id.length - 1);
  const listed = await open.send(complete({ path: collection, headers }));
  expect(jsonOf(listed!)).toStrictEqual([...pets, created]);
}

export function isCreated({ request }: ContractCase, { status }: Answer): boolean {
  return request.method === 'POST' && status < 300;
}

/** Whether a request was one that may change the catalog, and succeeded. */
export function isChange({ request: { method = 'GET' } }: ContractCase, { status }: Answer) {
  return status < 300 && !['GET', 'HEAD', 'OPTIONS'].includes(method);
}
