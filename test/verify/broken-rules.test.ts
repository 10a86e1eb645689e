import { describe, expect, test } from 'vitest';
import { rows, verifyService, type Row } from '../../src/verify.ts';
import { startBroken, type BrokenRule } from './support/start-proxy.ts';

const utf8 = (text: string) => Buffer.from(text, 'latin1').toString('utf8');
const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
type Json = Record<string, unknown>;

/** Changes the JSON of a message, where it is some. */
function change<T = Json>(message: { body: string }, toNext: (json: T) => unknown): void {
  try {
    message.body = latin1(JSON.stringify(toNext(JSON.parse(utf8(message.body)) as T)));
  } catch {
    // It is no JSON.
  }
}

/** One rule of each row. A service cannot be filled with a million pets to see what it does then. */
const broken: Record<Exclude<Row, 'Capacity'>, BrokenRule> = {
  'Success statuses': {
    answer(answer) {
      if (answer.status === 201) answer.status = 200;
    },
  },
  'Not found': {
    answer(answer) {
      if (answer.status === 404) answer.body = '{"error":"No such pet"}';
    },
  },
  'A pet without a tag': {
    answer(answer) {
      const without = (pet: { tag?: string }) => ({
        ...pet,
        ...(pet.tag === '' && { tag: undefined }),
      });
      if (answer.status < 300) {
        change(answer, (json) => (Array.isArray(json) ? json.map(without) : without(json)));
      }
    },
  },
  'The form of id': {
    answer(answer) {
      answer.body = answer.body.replaceAll('"id":"', '"id":"pet-');
      const { location } = answer.headers;
      if (location) answer.headers.location = location.replace(/\/(?=[^/]*$)/, '/pet-');
    },
    request(request) {
      request.path = request.path.replace('/pet-', '/');
    },
  },
  'id in a create': {
    request(request) {
      if (request.method === 'POST') change(request, (pet) => ({ ...pet, id: undefined }));
    },
  },
  'name and tag': {
    request(request) {
      if (request.method !== 'POST') return;
      change(request, (pet) =>
        typeof pet?.name === 'string' ? { ...pet, name: pet.name.trim() } : pet,
      );
    },
  },
  limit: {
    request(request) {
      const [, limit] = /[?&]limit=([^&]*)/.exec(request.path) ?? [];
      if (limit !== undefined && !/^\d+$/.test(limit)) request.path = request.path.split('?')[0]!;
    },
  },
  'Order of the list': {
    request(request) {
      const { pathname, searchParams } = new URL(request.path, 'http://host');
      const [limit, ...others] = searchParams.getAll('limit');
      if (request.method !== 'GET' || !pathname.endsWith('/pets') || others.length > 0) return;
      if (!/^\d+$/.test(limit ?? '')) return;
      request.path = pathname;
      request.headers['x-limit'] = limit;
    },
    answer(answer, { headers }) {
      const most = Number(headers['x-limit'] ?? Infinity);
      change(answer, (json) => (Array.isArray(json) ? json.toReversed().slice(0, most) : json));
    },
  },
  'Missing or wrong key': {
    answer(answer) {
      if (answer.status !== 401) return;
      answer.status = 403;
      delete answer.headers['www-authenticate'];
    },
  },
  'Other errors': {
    answer(answer) {
      if (answer.status >= 400) change(answer, ({ error }) => ({ message: error }));
    },
  },
  'Body of a create': {
    request(request) {
      if (request.method === 'POST') request.headers['content-type'] = 'application/json';
    },
  },
  'Order of the checks': {
    request(request) {
      const { method, headers, path } = request;
      if (method !== 'POST' || headers['x-api-key'] !== undefined || !path.endsWith('/pets'))
        return;
      if (request.body.length < 20 && !request.body.endsWith('}')) headers['x-api-key'] = 'k';
    },
  },
  Paths: {
    request(request) {
      request.path = request.path.replace(/^\/v2\/pets/i, '/v2/pets');
    },
  },
  'HEAD and OPTIONS': {
    answer(answer, { method }) {
      if (method === 'OPTIONS') answer.status = 200;
    },
  },
  Caching: {
    answer(answer) {
      answer.headers['cache-control'] = 'max-age=60';
    },
  },
};

const rowsOf = (cases: readonly { row: Row; outcome: string }[], outcome: string) => [
  ...new Set(cases.filter((one) => one.outcome === outcome).map(({ row }) => row)),
];

test('the mock is the same as the mock', async () => {
  const apiKey = 'my-secret-key';
  const { url } = await startBroken({}, { apiKeys: [apiKey] });
  const report = await verifyService({ url, write: true, apiKey });
  expect(report.cases.filter(({ outcome }) => outcome === 'different')).toEqual([]);
  const asked = new Set(rowsOf(report.cases, 'same'));
  expect(rows.filter((row) => !asked.has(row))).toEqual(['Capacity']);
});

describe('with one rule broken, the report names its row and no other', () => {
  test.each(Object.entries(broken) as [Row, BrokenRule][])('%s', async (row, rule) => {
    const { url } = await startBroken(rule);
    const report = await verifyService({ url, write: true });
    expect(rowsOf(report.cases, 'different')).toEqual([row]);
  });
});
