import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { startServer, type PetCatalogServer } from '../../src/server.ts';
import { complete, fixtures } from '../../src/verify/cases/case.ts';
import { lanes } from '../control/support/started-server.ts';
import { checkForm } from './check-answer.ts';
import { textOf } from './answer.ts';
import { withSocket } from './raw-socket.ts';
import { sendHttp } from './send-http.ts';

type RawTarget = { server: PetCatalogServer } & Pick<PetCatalogServer, 'port'>;

/** That of Node 20.19.0 and 20.19.1 is lax about the end of a chunk, and takes one extension. */
export const hasOldParser = Number.parseInt(process.versions['llhttp']!, 10) < 9;

/** The largest body that these servers take. */
export const maxBodyBytes = 64 * 1024;

/** Runs tests against a server with the fast lane and against one without; it is reset for each. */
export function describeRaw(name: string, define: (target: RawTarget) => void): void {
  describe.each(lanes)(`${name}, %s`, (_lane, options) => {
    const target = {} as RawTarget;
    beforeAll(async () => {
      const server = await startServer({ ...options, fixtures, maxBodyBytes, port: 0 });
      Object.assign(target, { server, port: server.port });
    });
    afterAll(() => target.server.close());
    beforeEach(() => target.server.catalog.reset());
    // Whatever a client does, the next one is served.
    afterEach(async () => {
      const answer = await sendHttp(target.port, complete({ path: '/v2/pets/alba' }));
      expect(textOf(answer)).toBe(JSON.stringify(fixtures[0]));
    });
    define(target);
  });
}

/** Sends bytes on a connection of their own and reads one answer, which has the service's form. */
export async function exchange(port: number, bytes: string | Uint8Array, method = 'GET') {
  return withSocket(port, async ({ write, read }) => {
    write(bytes);
    const answer = await read(method);
    checkForm(method, answer, true);
    return answer;
  });
}

/** A request head, of lines. */
export function head(...lines: string[]): string {
  return [...lines, '', ''].join('\r\n');
}

export const host = 'Host: localhost';
export const key = 'X-API-Key: k';
export const json = 'Content-Type: application/json';

/** The head of a create, but for what frames its body. */
export const post = (...lines: string[]) =>
  head('POST /v2/pets HTTP/1.1', host, key, json, ...lines);
