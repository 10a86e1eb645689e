import { describe, expect, test } from 'vitest';
import type { FaultMatch } from '../../src/index.ts';
import { create, post, type CaseRequest } from '../../src/verify/cases/case.ts';
import { faultHosts, opened } from './support/fault-hosts.ts';

const rex = create({ name: 'Rex', tag: 'dog' });
const get = (path: string): CaseRequest => ({ path: `/v2/pets${path}` });
const asks = (headers: Record<string, string>): CaseRequest => ({ headers });

const rows: [FaultMatch, hits: CaseRequest[], spares: CaseRequest[]][] = [
  [{}, [get('/alba'), get(''), rex], []],
  [{ id: 'alba' }, [get('/alba'), get('/%61lba'), get('/alba/')], [get('/bruno'), get(''), rex]],
  [{ id: '' }, [], [get(''), get('/'), get('/alba'), rex]],
  [{ id: 'a b/c' }, [get('/a%20b%2Fc')], [get('/%E0%A4%A')]],
  [{ query: 'limit=2' }, [get('?limit=2'), get('?x=1&limit=2')], [get('?limit=20'), get('')]],
  [{ query: '' }, [get(''), get('/alba'), rex], [get('?limit=2')]],
  [{ header: { 'x-trace': 'a' } }, [asks({ 'X-Trace': 'a' })], [asks({ 'X-Trace': 'b' }), {}]],
  [{ body: { name: 'Rex' } }, [rex], [create({ name: 'Max' }), get('')]],
  [{ body: {} }, [rex], [post('{"name"'), post('"x"')]],
  [{ body: 'x' }, [post('"x"')], [rex]],
  [{ body: { name: 'Rex' }, header: { 'x-a': '1' } }, [{ ...rex, ...asks({ 'X-A': '1' }) }], [rex]],
];

describe.each(faultHosts)('a fault with a match, in $name,', (host) => {
  test.each(rows)('%j', async (match, hits, spares) => {
    const { faults, statuses } = await opened(host);
    faults.add({ status: 599, match });
    expect(await statuses(...hits)).toEqual(hits.map(() => 599));
    expect(await statuses(...spares)).not.toContain(599);
    expect(faults.list()).toMatchObject([{ hits: hits.length }]);
  });
});
