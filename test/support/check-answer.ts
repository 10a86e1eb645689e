import { expect } from 'vitest';
import { complete, uuid, type Expected } from '../../src/verify/cases/case.ts';
import { optionsOf, type ContractCase } from './contract-case.ts';
import { jsonOf, type Answer } from './answer.ts';
import { checkerOf, templateOf } from './openapi-checker.ts';

/** The service's own headers: no host may add to them but what belongs to HTTP. */
const serviceHeaders = [
  'allow',
  'cache-control',
  'content-length',
  'content-type',
  'location',
  'preference-applied',
  'www-authenticate',
];
const httpHeaders = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'date',
  'keep-alive',
];
const preflightHeaders = [
  'access-control-allow-methods',
  'access-control-max-age',
  'content-length',
  'vary',
];

/** What every answer of the server's at a path of the service has besides, from wherever it is asked. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location,Preference-Applied,WWW-Authenticate,*',
};

/** What every answer of every host has in common. */
export function checkForm(method: string, answer: Answer, isHttp: boolean): void {
  const { status, headers, body } = answer;
  const known = new Set([
    ...serviceHeaders,
    ...(isHttp ? httpHeaders : []),
    ...(isHttp && method === 'OPTIONS' ? preflightHeaders : []),
  ]);
  expect(Object.keys(headers).filter((name) => !known.has(name))).toEqual([]);
  // A challenge comes with 401 alone.
  if (status !== 401) expect(headers).not.toHaveProperty('www-authenticate');
  if ('access-control-allow-origin' in headers) {
    // What one answer lets a page read, all do.
    expect(headers).toMatchObject(corsHeaders);
  }
  if (status === 204) {
    expect(body.byteLength).toBe(0);
    expect(headers).not.toHaveProperty('content-type');
    return;
  }
  expect(headers['content-type']).toMatch(/^application\/json(?:;\s*charset=utf-8)?$/i);
  expect(headers['cache-control']).toBe('no-store');
  if (method === 'HEAD') {
    expect(headers['content-length']).toMatch(/^\d+$/);
    expect(body.byteLength).toBe(0);
    return;
  }
  expect(headers['content-length']).toBe(String(body.byteLength));
  const json = jsonOf(answer);
  if (status >= 400) {
    expect(Object.keys(json as object)).toEqual(['error']);
    const { error } = json as { error: unknown };
    expect(error).toBeTypeOf('string');
    expect(error).toMatch(/\S/);
    expect(error).not.toMatch(/\n|<html|at .*\.[jt]s:\d+/);
  }
}

/** Compares an answer with its case and with the OpenAPI document. */
export function checkAnswer(one: ContractCase, answer: Answer, isHttp: boolean): void {
  const { method, path } = complete(one.request);
  checkForm(method, answer, isHttp);
  if (one.expected === 'not ours') {
    expect({ status: answer.status, body: jsonOf(answer) }).toEqual({
      status: 404,
      body: { error: 'Not found' },
    });
    return;
  }
  if (isHttp) expect(answer.headers).toMatchObject(corsHeaders);
  checkExpected(one.expected, answer);
  if (isDocumented(method, answer)) {
    const { baseUrl = '/v2', dialect } = optionsOf(one);
    const template = templateOf(path, baseUrl);
    expect(checkerOf(dialect).problemsOf(template, method, answer)).toEqual([]);
  }
}

/** The document describes the answers of the operations, not `OPTIONS`, `405` and what `Prefer` causes. */
function isDocumented(method: string, { status, headers }: Answer): boolean {
  const isPreferred = headers['preference-applied']?.includes('code=') === true;
  return method !== 'OPTIONS' && status !== 405 && !isPreferred;
}

function checkExpected(expected: Expected, answer: Answer): void {
  const { status, json, created, error, empty, headers = {} } = expected;
  const seen = answer.body.byteLength < 2000 ? new TextDecoder().decode(answer.body) : '';
  expect({ status: answer.status, seen }).toEqual({ status, seen });
  const wanted = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : expect.stringMatching(value),
  ]);
  expect(answer.headers).toMatchObject(Object.fromEntries(wanted));
  if (empty) return expect(answer.body.byteLength).toBe(0);
  const body = jsonOf(answer);
  if (json !== undefined) expect(body).toStrictEqual(json);
  if (error !== undefined) {
    const { error: message } = body as { error: string };
    if (typeof error === 'string') expect(message).toBe(error);
    else expect(message).toMatch(error);
  }
  if (created) {
    const { id, ...rest } = body as { id: string };
    expect(rest).toStrictEqual(created);
    expect(id).toMatch(uuid);
    expect(answer.headers['location']).toMatch(new RegExp(`/pets/${id}$`));
  }
}
