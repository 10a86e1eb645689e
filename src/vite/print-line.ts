import type { PreviewServer, ViteDevServer } from 'vite';
import { wantsColours } from '../server/log.ts';

/** Adds a line below the URLs that a server prints, in the style of theirs. */
export function printLine(
  server: ViteDevServer | PreviewServer,
  { basePath, dashboard }: { basePath: string; dashboard: string | undefined },
): void {
  const print = server.printUrls.bind(server);
  server.printUrls = () => {
    print();
    const { local = [], network = [] } = server.resolvedUrls ?? {};
    const url = local[0] ?? network[0];
    if (url === undefined) return;
    const paint = wantsColours(1, process.env)
      ? (code: number, text: string) => `\u001B[${code}m${text}\u001B[${code > 9 ? 39 : 22}m`
      : (_code: number, text: string) => text;
    const at = (path: string) => paint(36, new URL(path, url).href);
    const extra = dashboard === undefined ? '' : paint(2, ', dashboard: ') + at(dashboard);
    server.config.logger.info(
      `  ${paint(32, '➜')}  ${paint(1, 'Pets')}:    ${at(basePath)}${extra}`,
    );
  };
}
