/** The rows of the table of gaps, as `docs/what-the-mock-answers.md` has them. */
export const rows = [
  'Success statuses',
  'Not found',
  'A pet without a tag',
  'The form of id',
  'id in a create',
  'name and tag',
  'limit',
  'Order of the list',
  'Missing or wrong key',
  'Other errors',
  'Body of a create',
  'Capacity',
  'Order of the checks',
  'Paths',
  'HEAD and OPTIONS',
  'Caching',
] as const;

/** A row of the table of gaps. */
export type Row = (typeof rows)[number];
