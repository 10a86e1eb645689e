// Writes dist/THIRD-PARTY-LICENSES.txt. The steps of the build, one after the other, add what they put in.
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { licensePlugin } from 'rolldown-license-plugin';

const dist = join(import.meta.dirname, '../dist');
const line = '='.repeat(80);

/** Adds one part of the package: where it lies, and the texts of what is in it. */
export async function addLicenses(part, packages) {
  const entries = packages.map(
    ({ name, version, license, text }) => `${name} ${version}, ${license}\n\n${text.trim()}\n`,
  );
  await mkdir(dist, { recursive: true });
  await appendFile(
    join(dist, 'THIRD-PARTY-LICENSES.txt'),
    [`Bundled into ${part}:\n`, ...entries, ''].join(`\n${line}\n`),
  );
}

/** Bundler plugins that add what they find in the bundle, licences and notices. */
export function licensesOf(part) {
  let notices;
  return [
    licensePlugin({
      match: /^NOTICE/i,
      done: (found) => {
        notices = new Map(
          found.map(({ name, version, licenseText }) => [`${name} ${version}`, licenseText]),
        );
      },
    }),
    licensePlugin({
      async done(found) {
        await addLicenses(
          part,
          await Promise.all(
            found.map(async ({ name, version, license, licenseText }) => {
              const text =
                licenseText ||
                (await readFile(join(import.meta.dirname, `licenses/${name}.txt`), 'utf8'));
              return {
                name,
                version,
                license,
                text: `${text}\n${notices.get(`${name} ${version}`)}`,
              };
            }),
          ),
        );
      },
    }),
  ];
}
