import { styleText } from 'node:util';
import type { PreviewServer, ViteDevServer } from 'vite';

/** Adds a line below the URLs that a server prints, in the style of theirs. */
export function printLine(
  server: ViteDevServer | PreviewServer,
  basePath: string,
  dashboard: string | undefined,
): void {
  const print = server.printUrls.bind(server);
  server.printUrls = () => {
    print();
    const { local = [], network = [] } = server.resolvedUrls ?? {};
    const url = local[0] ?? network[0];
    if (url === undefined) return;
    const at = (path: string) => styleText('cyan', new URL(path, url).href);
    const extra = dashboard === undefined ? '' : styleText('dim', ', dashboard: ') + at(dashboard);
    server.config.logger.info(
      `  ${styleText('green', '➜')}  ${styleText('bold', 'Pets')}:    ${at(basePath)}${extra}`,
    );
  };
}
