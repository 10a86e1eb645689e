import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpHandler } from 'msw';
import { onTestFinished } from 'vitest';
import { createService } from '../../../src/service/service.ts';
import { createExpressApp } from '../../../src/server/express-app.ts';
import { createHttpServer } from '../../../src/server/http-server.ts';
import { createRequestLog, type RequestLogOptions } from '../../../src/server/log.ts';
import type { LogFormat } from '../../../src/server/options.ts';
import { folderWith } from '../../support/folder.ts';

/** A server whose log goes to a file instead of this process's standard error. */
export async function loggedServer(
  handlers: readonly HttpHandler[],
  format: LogFormat = 'json',
  options: RequestLogOptions = {},
) {
  const file = join(await folderWith(), 'log');
  const fd = openSync(file, 'w');
  const log = createRequestLog(format, { ...options, fd, colours: false });
  const { signal: closing } = new AbortController();
  const service = createService({ baseUrl: '/v2' });
  const app = createExpressApp(service, () => handlers, { closing }, log);
  const server = await createHttpServer(app, undefined);
  const port = await server.listen(0, '127.0.0.1');
  let stopped: Promise<string> | undefined;
  /** Ends the server, and gives all that it has logged. */
  const stop = () =>
    (stopped ??= (async () => {
      await server.stop();
      await log.close();
      return readFileSync(file, 'utf8');
    })());
  onTestFinished(async () => void (await stop()));
  return { port, origin: `http://127.0.0.1:${port}`, closing, stop };
}
