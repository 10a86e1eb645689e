import { writeFileSync, mkdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { createPetCatalog } from '../../src/index.ts';
import { capturePets } from '../../src/verify/capture-pets.ts';
import { fitDialect } from '../../src/verify/fit-dialect.ts';
import { printReport } from '../../src/verify/print-report.ts';
import { rows, type Row, type VerifyReport } from '../../src/verify/index.ts';
import { observe } from '../../src/verify/observe.ts';
import { summarise } from '../../src/verify/verify-service.ts';
import { run } from '../browser/support/run.ts';
import { otherServices, startOther } from './start-services.ts';

beforeAll(async () => {
  await run('node', ['scripts/install.js', 'test/other-services', 'test/outside-client'], {
    cwd: '.',
  });
});

/** A percent sign that begins no escape ends it, and these rows have one. */
const endsPrism: readonly Row[] = ['Paths', 'limit', 'Order of the checks', 'Other errors'];

const rowsThatDiffer = ({ cases }: VerifyReport) =>
  rows.filter((row) => cases.some((one) => one.row === row && one.outcome === 'different'));

describe.each(Object.entries(otherServices))('%s', (name, service) => {
  const missing = service.missing?.();

  test.skipIf(missing)('is asked to the end, and the dialect brings the mock nearer', async () => {
    const url = await startOther(service);
    const skip = name === 'Prism' ? endsPrism : [];
    const observed = await observe({ url, write: true, skip });
    expect(observed.gone).toBeUndefined();
    const before = await summarise(observed, {});
    const dialect = await fitDialect(observed);
    const after = await summarise(observed, { dialect });
    expect(after.different).toBeLessThanOrEqual(before.different);
    expect(after.same + after.different).toBe(before.same + before.different);
    // For who writes the table in docs/verify.md.
    mkdirSync('test-results', { recursive: true });
    const text = printReport(after, 'pretty');
    writeFileSync(
      `test-results/verify-${name.replaceAll(/\W+/g, '-')}.txt`,
      `${JSON.stringify({ same: before.same, different: before.different, after: after.different, dialect, requests: before.requests, rows: rowsThatDiffer(before), rowsAfter: rowsThatDiffer(after) })}\n${printReport(before, 'pretty')}\n${text}`,
    );
  });

  test.skipIf(missing)('has pets that the mock starts with', async () => {
    const { pets, problems } = await capturePets({ url: await startOther(service) });
    const catalog = createPetCatalog({ fixtures: pets });
    expect(catalog.pets.list()).toHaveLength(pets.length);
    if (pets.length === 0) expect(problems).not.toEqual([]);
  });
});
