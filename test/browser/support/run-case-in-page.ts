import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { complete, create } from '../../../src/verify/cases/case.ts';
import { optionsOf, type ContractCase } from '../../support/contract-case.ts';
import type { Answer, Sent } from '../../support/answer.ts';
import { checkAnswer } from '../../support/check-answer.ts';
import { isChange, isCreated } from '../../support/run-case.ts';
import { leftAlone } from './static-server.ts';
import type { PageAnswer, PageRequest } from './worker-page.ts';

/** Runs one case in a page whose mock runs, and compares it with the catalog alone. */
export async function runCaseInPage(page: Page, one: ContractCase): Promise<void> {
  const requests = [...(one.before ?? []).map(create), one.request].map(complete);
  // In one call, as each call into the page costs more than a request.
  const { answers, before, after } = await page.evaluate(
    ([options, all]) => mock.play(options, all),
    // A page is given no functions.
    [optionsOf(one) as { operations?: never }, requests.map(toPageRequest)] as const,
  );
  const answer = toAnswer(answers.pop()!);
  for (const { status } of answers) expect(status).toBeLessThan(300);

  if (one.expected === 'not ours') {
    expect(answer).toBeUndefined();
    expect(after).toEqual(before);
    return;
  }
  checkAnswer(one, answer!, false);
  if (isCreated(one, answer!)) expect(after.pets).toHaveLength(before.pets.length + 1);
  else if (!isChange(one, answer!)) expect(after).toEqual(before);
}

function toPageRequest({ body, ...request }: Sent): PageRequest {
  const isBytes = body instanceof Uint8Array;
  return { ...request, body: isBytes ? { base64: Buffer.from(body).toString('base64') } : body };
}

/** `undefined` for a request that the mock left alone. */
function toAnswer(answer: PageAnswer): Answer | undefined {
  if (leftAlone in answer.headers) return undefined;
  return { ...answer, body: Uint8Array.from(Buffer.from(answer.body, 'base64')) };
}
