import { expect, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { manifest, root } from './support/package.ts';

test('npm sbom lists what the package is built from: it finds nothing missing, and nothing invalid', async () => {
  const text = await run('npm', ['sbom', '--sbom-format=cyclonedx', '--loglevel=error'], {
    cwd: root,
  });
  const { components } = JSON.parse(text) as { components: { name: string; version: string }[] };
  expect(components).toContainEqual(
    expect.objectContaining({ name: 'express', version: manifest.devDependencies['express'] }),
  );
});
