import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { listening } from '../../support/free-port.ts';

/** A server of files, with no service behind it. */
export type StaticServer = Awaited<ReturnType<typeof serveStatic>>;

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Marks answers that are not a mock's. */
export const leftAlone = 'x-left-alone';

/** Serves the files of a folder, or files given by path, on a free port. */
export async function serveStatic(files: string | Record<string, string>) {
  const missed: string[] = [];
  const read = (path: string) =>
    typeof files === 'string' ? readFile(join(files, normalize(path))) : files[path];

  const { server, port } = await listening((request, response) => {
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
  return {
    /** With a slash at its end. */
    url: `http://127.0.0.1:${port}/`,
    /** `GET /v2/pets` and the like, for each request that no file was there for. */
    missed,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
