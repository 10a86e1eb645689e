import { expect, test } from 'vitest';
import type { Dialect } from '../../src/index.ts';
import { fitDialect } from '../../src/verify/fit-dialect.ts';
import { observe, reportOn } from '../../src/verify/verify-service.ts';
import { startBroken } from './support/start-proxy.ts';

/** Each value but the defaults; a limit that the pets there do not reach is none that anybody can see. */
const dialects: Dialect[] = [
  { createStatus: 200 },
  { missingTag: 'absent' },
  { missingTag: 'null' },
  { unauthorized: 403 },
  { badLimit: 'ignore' },
  { defaultLimit: 3 },
  { maxLimit: 5 },
  { order: 'newest' },
  { idForm: 'integer' },
  { givenId: 'ignore' },
  { unknownFields: 'refuse' },
  { unknownFields: 'keep' },
  { emptyName: 'refuse' },
  { createStatus: 200, unauthorized: 403, missingTag: 'null', order: 'newest' },
];

test.each(dialects.map((dialect) => [JSON.stringify(dialect), dialect] as const))(
  'a service that decides %s is different, and the dialect that fits it is that',
  async (_, dialect) => {
    const { url } = await startBroken({}, { dialect });
    const observed = await observe({ url, write: true });
    expect((await reportOn(observed, {})).different).toBeGreaterThan(0);

    const fitting = await fitDialect(observed);
    expect(fitting).toEqual(dialect);

    const { cases } = await reportOn(observed, { dialect: fitting });
    const different = cases.filter(({ outcome }) => outcome === 'different');
    expect(different.map(({ name, why }) => `${name}: ${why}`)).toEqual([]);
  },
);
