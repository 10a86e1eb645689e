import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** A server of files, with no service behind it. */
export interface StaticServer {
  /** With a slash at its end. */
  url: string;
  /** `GET /v2/pets` and the like, for each request that no file was there for. */
  missed: string[];
  close(): Promise<void>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Marks answers that are not a mock's. */
export const leftAlone = 'x-left-alone';

/** Serves the files of a folder, or those that are given by path, on a port of the system's. */
export async function serveStatic(files: string | Record<string, string>): Promise<StaticServer> {
  const missed: string[] = [];
  const read = (path: string) =>
    typeof files === 'string' ? readFile(join(files, normalize(path))) : files[path];

  const server = createServer((request, response) => {
    void (async () => {
      const [path = '/'] = request.url!.split('?');
      const name = path.endsWith('/') ? `${path}index.html` : path;
      const content =
        request.method === 'GET'
          ? await Promise.resolve(read(name)).catch(() => undefined)
          : undefined;
      if (content === undefined) {
        missed.push(`${request.method} ${request.url}`);
        response.writeHead(404, { [leftAlone]: 'yes' }).end('No such file');
        return;
      }
      response.setHeader('Content-Type', types[extname(name)] ?? 'application/octet-stream');
      response.end(content);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    missed,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
