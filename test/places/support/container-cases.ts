import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { BuiltImage } from './dockerfile.ts';
import { startContainer } from './container.ts';

/** What an image must do, however it has been built, in an empty folder. */
export function runContainerCases(build: (folder: string) => Promise<BuiltImage>): void {
  let image: BuiltImage;
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'image-'));
    image = await build(folder);
    return () => rm(folder, { recursive: true, force: true });
  });

  test('its user is not root, by a number', () => {
    expect([image.uid, image.gid]).toEqual([1000, 1000]);
  });

  test('it is healthy once it answers, and ends with 0 on SIGTERM as the first process', async () => {
    const container = await startContainer(image, { PET_CATALOG_PETS: '3' });
    expect(await container.check(), container.output()).toBe(0);
    const response = await fetch(`http://127.0.0.1:${container.port}/v2/pets`, {
      headers: { 'X-API-Key': 'k' },
    });
    expect(await response.json()).toHaveLength(3);
    expect(await container.ownPid()).toBe(1);
    expect(await container.stop('SIGTERM')).toBe(0);
  });

  test('its control plane is off until a token is set, and then wants it', async () => {
    const container = await startContainer(image, {});
    expect(await container.check(), container.output()).toBe(0);
    const pets = (port: number, token?: string) =>
      fetch(`http://127.0.0.1:${port}/__admin/pets`, {
        headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      }).then(({ status }) => status);
    expect(await pets(container.port)).toBe(404);

    const open = await startContainer(image, {
      PET_CATALOG_ADMIN: 'true',
      PET_CATALOG_ADMIN_TOKEN: 'secret',
    });
    expect(await open.check(), open.output()).toBe(0);
    expect([await pets(open.port), await pets(open.port, 'secret')]).toEqual([401, 200]);
  });
}
