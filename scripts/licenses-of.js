// Collects the licences of what a bundler puts into a folder, for rolldown and for Vite.
import { readFile } from 'node:fs/promises';
import { licensePlugin } from 'rolldown-license-plugin';

/** Packages without a licence file. Their licence is in this folder. */
const own = new URL('licenses/', import.meta.url);

/** Returns a plugin that adds THIRD-PARTY-LICENSES.txt to the output: name, version and text of each package. */
export function licensesOf(folder) {
  return licensePlugin({
    async done(packages, context) {
      const entries = packages.map(async ({ name, version, license, licenseText }) => {
        const text = licenseText || (await readFile(new URL(`${name}.txt`, own), 'utf8'));
        return `${name} ${version}, ${license}\n\n${text.trim()}\n`;
      });
      context.emitFile({
        type: 'asset',
        fileName: 'THIRD-PARTY-LICENSES.txt',
        source: [`Bundled into ${folder}:\n`, ...(await Promise.all(entries))].join(
          `\n${'='.repeat(80)}\n`,
        ),
      });
    },
  });
}
