import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../browser/support/run.ts';
import { serveStatic, type StaticServer } from '../browser/support/static-server.ts';
import { openWatchedPage } from '../browser/support/watched-page.ts';
import { prepared } from '../support/prepared.ts';

/** A story that the example does not show, with a handler of its own. */
const otherStories = `
import { http, HttpResponse } from 'msw';
import preview from '../.storybook/preview';
import { PetList } from './pet-list';

const meta = preview.meta({
  title: 'others',
  component: PetList,
  parameters: { petCatalog: { pets: 3 } },
});

export const OwnHandler = meta.story({
  beforeEach({ msw }) {
    msw.use(http.get('*/v2/pets', () => HttpResponse.json([{ id: '1', name: 'Handmade' }])));
  },
});
`;

let project: string;
let site: StaticServer;

beforeAll(async () => {
  project = await prepared('examples/storybook');
  await writeFile(join(project, 'src/others.stories.tsx'), otherStories);
  await run('npm', ['run', 'build'], { cwd: project });
  // Each Storybook is served below a path, as a host of static pages may put it.
  site = await serveStatic(project);
});

afterAll(() => site?.close());

/** Opens the part of a Storybook that renders stories; what goes wrong in it fails the test. */
async function openStories(folder: string) {
  const watched = await openWatchedPage();
  onTestFinished(async () => {
    await watched.close();
    expect(watched.problems).toEqual([]);
    expect(site.missed).toEqual([]);
  });
  const { page } = watched;
  await page.goto(`${site.url}${folder}/iframe.html`);
  await page.waitForFunction('globalThis.__STORYBOOK_PREVIEW__?.storyStoreValue');
  return {
    /** Renders a story; gives what went wrong in it and in its `play`, when both have ended. */
    show: (storyId: string) =>
      page.evaluate(
        (id) =>
          new Promise<string[]>((resolve) => {
            const { __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as unknown as {
              __STORYBOOK_ADDONS_CHANNEL__: {
                on(event: string, listener: (payload: unknown) => void): void;
                emit(event: string, payload: object): void;
              };
            };
            // It finishes with "success" where a `play` has thrown.
            const errors: string[] = [];
            const keep = (error: unknown) => errors.push((error as Error).message);
            channel.on('storyThrewException', keep);
            channel.on('playFunctionThrewException', keep);
            channel.on('unhandledErrorsWhilePlaying', (all) => (all as unknown[]).forEach(keep));
            channel.on('storyMissing', () => resolve([`There is no story ${id}`]));
            channel.on('storyFinished', () => resolve(errors));
            channel.emit('setCurrentStory', { storyId: id, viewMode: 'story' });
          }),
        storyId,
      ),
    pets: () => page.locator('#storybook-root li').allTextContents(),
    text: () => page.locator('#storybook-root').innerText(),
  };
}

const misspelt = () => join(project, 'src/misspelt.stories.tsx');
const types = () => run('npm', ['run', 'types'], { cwd: project });

test('the types of the example know the parameter of a story', async () => {
  await types();
  await writeFile(misspelt(), otherStories.replace('{ pets: 3 }', "{ scenarioo: 'empty' }"));
  onTestFinished(() => rm(misspelt()));
  await expect(types()).rejects.toThrow("'scenarioo' does not exist in type 'StoryMock'");
});

describe('in the built Storybook', () => {
  const built = 'storybook-static';

  test('each story has its own pets, whichever was shown before', async () => {
    const stories = await openStories(built);
    expect(await stories.show('pet-list--two-pets')).toEqual([]);
    await expect.poll(stories.pets).toEqual(['Rex', 'Misty']);
    expect(await stories.show('pet-list--no-pets')).toEqual([]);
    await expect.poll(stories.text).toContain('No pets yet');
    expect(await stories.show('pet-list--adds-a-pet')).toEqual([]);
    expect(await stories.pets()).toEqual(['Cookie', 'Archie', 'Bella']);
    // A second time, on a catalog that the first has left no pet in.
    expect(await stories.show('pet-list--two-pets')).toEqual([]);
    await expect.poll(stories.pets).toEqual(['Rex', 'Misty']);
    expect(await stories.show('pet-list--adds-a-pet')).toEqual([]);
    expect(await stories.pets()).toEqual(['Cookie', 'Archie', 'Bella']);
  });

  test("a story's own msw handler comes first, and goes with the story", async () => {
    const stories = await openStories(built);
    expect(await stories.show('others--own-handler')).toEqual([]);
    await expect.poll(stories.pets).toEqual(['Handmade']);
    expect(await stories.show('pet-list--two-pets')).toEqual([]);
    await expect.poll(stories.pets).toEqual(['Rex', 'Misty']);
  });
});
