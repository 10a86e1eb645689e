import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { ServerOptions } from '../../src/server.ts';
import { UnreachableError, verifyService, type VerifyOptions } from '../../src/verify/index.ts';
import { mark } from '../../src/verify/ground.ts';
import { selfSigned } from '../control/support/self-signed.ts';
import { startedServer } from '../control/support/started-server.ts';
import { alwaysPets, startService } from './support/start-service.ts';

const failureOf = (options: VerifyOptions) =>
  verifyService(options).then(
    () => new Error('It did not fail'),
    (error: Error) => error,
  );

describe('a service that cannot be asked gets one clear line', () => {
  const failure = async (options: VerifyOptions) => String(await failureOf(options));

  test.each<[string, RequestListener, RegExp]>([
    [
      'HTML',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      /200 with text\/html, and not a JSON array of pets with ids; is the base URL right\?$/,
    ],
    [
      'a redirect to another origin',
      (_, response) =>
        response.writeHead(301, { location: 'https://user:secret@pets.example/v2?token=x' }).end(),
      /301 leads to another place, which is not followed, .*: https:\/\/pets\.example$/,
    ],
    ['a service that never answers', () => {}, /no answer within 300 ms$/],
    [
      'a service that needs a key',
      (_, response) => response.writeHead(401).end(),
      /the service needs a key \(401\); give one with --api-key$/,
    ],
    [
      'HTML after a redirect',
      ({ url }, response) => {
        if (url === '/v2/pets') response.writeHead(302, { location: '/login' }).end();
        else response.end('<html>');
      },
      /200 after a redirect to \/login with no content type, and not a JSON array/,
    ],
    [
      'a redirect that goes round and round',
      ({ url: location }, response) => response.writeHead(302, { location }).end(),
      /: 302 after 5 redirects, and no more are followed$/,
    ],
  ])('%s', async (_, listener, expected) => {
    const url = await startService(listener);
    const message = await failure({ url, timeout: 300 });
    expect(message.startsWith(`UnreachableError: GET ${url}/pets: `)).toBe(true);
    expect(message).toMatch(expected);
  });

  test('a key that is refused', async () => {
    const url = await startService((_, response) => response.writeHead(403).end());
    expect(await failure({ url, apiKey: 'wrong' })).toMatch(/pets: the key was refused \(403\)$/);
  });

  test('an answer that never ends', async () => {
    let closed: () => void;
    const isClosed = new Promise<void>((resolve) => (closed = resolve));
    const url = await startService((_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      response.on('close', closed);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect(await failure({ url })).toMatch(/an answer of more than 32 MiB$/);
    await isClosed;
  });

  test.each<[string, ServerOptions, RegExp]>([
    [
      'a certificate that nobody trusts',
      { tls: selfSigned },
      /its certificate is not accepted \([A-Z_]+\); NODE_EXTRA_CA_CERTS=FILE adds an authority$/,
    ],
    ['HTTP where TLS is asked for', {}, /does not speak TLS/],
  ])('%s', async (_, options, expected) => {
    const { port } = await startedServer(options);
    expect(await failure({ url: `https://127.0.0.1:${port}/v2` })).toMatch(expected);
  });

  test.each<[object, RegExp]>([
    [
      { url: 'http://no-such-host.invalid/v2' },
      /^UnreachableError: GET http:\/\/no-such-host\.invalid\/v2\/pets: (?:no such host|the name of the host cannot be looked up)$/,
    ],
    [{}, /connection refused$/],
    [{ url: 'ftp://pets.example/v2' }, /the base URL of a service/],
    [{ url: 'http://user:password@pets.example/v2' }, /without a name, a password/],
    [{ url: 'http://pets.example/v2?key=password' }, /without a name, a password/],
    [{ only: ['limits'] }, /"only\[0\]" must be a row: any of Success statuses, .*not "limits"/],
    [{ only: 'limit' }, /"only" must be an array of rows, not "limit"$/],
    [{ skp: ['limit'] }, /Unknown option "skp"\. The options are: url, apiKey, /],
    [{ apiKey: 5 }, /"apiKey" must be a key that is not empty and that a header can carry$/],
    [
      { headers: new Headers() },
      /"headers" must be an object of names and values, not \[object Headers\]$/,
    ],
    [{ write: 'no' }, /"write" must be true or false, not "no"$/],
    [
      { apiKey: 'very\nsecret' },
      /"apiKey" must be a key that is not empty and that a header can carry$/,
    ],
    [
      { headers: { 'X-A': 'very\nsecret' } },
      /"headers.X-A" must be a value that a header can carry$/,
    ],
    [{ headers: { 'X A': 'b' } }, /"headers.X A" must be the name of a header$/],
    [{ concurrency: 1.5 }, /"concurrency" must be a whole number/],
    [{ dialect: { createStatus: 202 } }, /"dialect".*"createStatus" must be/],
  ])('%o', async (options, expected) => {
    const message = await failure({ url: 'http://127.0.0.1:1/v2', ...options });
    expect(message).toMatch(expected);
    expect(message).not.toMatch(/user:|=password|very/);
  });

  test('not a service that never answers to HEAD', async () => {
    const url = await startService((request, response) =>
      request.method === 'HEAD' ? request.socket.destroy() : alwaysPets(request, response),
    );
    const { cases } = await verifyService({ url, only: ['HEAD and OPTIONS'] });
    expect(cases.map(({ why }) => why)).not.toContain('the service answered no more');
  });

  test('a service that answers to its list alone, after a dozen requests', async () => {
    const url = await startService((request, response) =>
      /limit=(?!1$)/.test(request.url!) ? request.socket.destroy() : alwaysPets(request, response),
    );
    expect(await failure({ url, only: ['limit'] })).toMatch(/did not answer too many requests/);
  });

  test('if the service goes in the middle, the report lists the pets that are left behind', async () => {
    let posts = 0;
    const url = await startService((request, response) => {
      if (posts === 2) return request.socket.destroy();
      if (request.method !== 'POST') return alwaysPets(request, response);
      request.resume();
      return response.writeHead(201).end(JSON.stringify({ id: `own-${++posts}`, name: mark }));
    });
    const error = await failureOf({ url, write: true, only: ['name and tag'] });
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error.message).toContain('did not answer too many requests');
    const { report } = error as UnreachableError;
    expect(report?.leftBehind).toHaveLength(2);
    expect(report?.cases.map(({ why }) => why)).toContain('the service answered no more');
  });
});
