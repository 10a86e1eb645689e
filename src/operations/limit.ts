import type { Decisions } from '../contract/dialect.ts';
import { show } from '../contract/errors.ts';
import { ownVendor, type SchemaResult, type StandardSchema } from '../contract/standard-schema.ts';

export const wrongLimit = (expected: string) => `The query parameter "limit" must be ${expected}`;

/**
 * The query of a list (docs/service.md, List pets), as how many pets it has at most: `limit` in digits
 * only, or all (`Infinity`) when it is absent.
 */
export function limitIn(dialect: Decisions): StandardSchema<{ limit: number }> {
  const { badLimit, defaultLimit = Infinity, maxLimit = Infinity } = dialect;
  const absent = Math.min(defaultLimit, maxLimit);
  const description =
    `Maximum number of pets. Default: ${absent === Infinity ? 'all' : absent}.` +
    (maxLimit === Infinity ? '' : ` Never more than ${maxLimit}.`) +
    (badLimit === 'ignore' ? ' An invalid or repeated value is ignored.' : '');
  return {
    // The document has no 400 for it.
    ...(badLimit === 'ignore' && { refusesNothing: true }),
    '~standard': {
      version: 1,
      vendor: ownVendor,
      validate(value): SchemaResult<{ limit: number }> {
        const { limit: given } = value as { limit?: string | string[] };
        if (given === undefined) return { value: { limit: absent } };
        if (typeof given === 'string' && /^\d+$/.test(given)) {
          return { value: { limit: Math.min(Number(given), maxLimit) } };
        }
        if (badLimit === 'ignore') return { value: { limit: absent } };
        const expected = Array.isArray(given)
          ? `given once, not ${given.length} times`
          : `a whole number of at least 0 in digits, not ${show(given)}`;
        return { issues: [{ message: wrongLimit(expected) }] };
      },
      jsonSchema: {
        input: () => ({
          type: 'object',
          properties: {
            limit: {
              type: 'integer',
              minimum: 0,
              ...(defaultLimit !== Infinity && { default: absent }),
              description,
              examples: { some: 2, none: 0 },
            },
          },
        }),
      },
    },
  };
}
