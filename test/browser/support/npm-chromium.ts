import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedFolder } from '../../support/cached-folder.ts';
import { run } from './run.ts';

const cache = join(import.meta.dirname, '../node_modules/.cache');

/** That build is for Linux on x64. */
export const hasNpmChromium = process.platform === 'linux' && process.arch === 'x64';

/**
 * Returns the Chromium of the package `@sparticuz/chromium`, unpacked once for each version, with the
 * libraries and the font that a bare container lacks. It needs `hasNpmChromium`.
 */
export async function npmChromium(): Promise<{ path: string; env: Record<string, string> }> {
  const home = await unpackOnce();
  return {
    path: join(home, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(home, 'al2023/lib'), process.env['LD_LIBRARY_PATH']]
        .filter(Boolean)
        .join(':'),
      FONTCONFIG_FILE: join(home, 'fonts/fonts.conf'),
      XDG_CACHE_HOME: join(home, 'cache'),
    },
  };
}

async function unpackOnce(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifest = await readFile(join(dirname(entry), '../../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const fill = async (folder: string) => {
    await unpack(folder);
    await writeFile(join(folder, 'fonts/fonts.conf'), fontsConf);
  };
  return cachedFolder(`chromium-${version}`, fill, cache);
}

/**
 * The package unpacks to the temporary folder, and its libraries only where it takes the host for
 * a cloud function: hence a process of its own, told so.
 */
async function unpack(folder: string): Promise<void> {
  const script =
    "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { TMPDIR: folder, VERCEL: '1' },
  });
}

const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias binding="strong"><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias binding="strong"><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;
