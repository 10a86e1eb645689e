import type { PreviewAddon } from 'storybook/internal/csf';
import type { Fault } from '../controls/faults.ts';
import type { SeedOptions } from '../controls/state.ts';
import { serviceOf, type PetCatalog } from '../pet-catalog.ts';

/**
 * What a story finds in the mock, as its parameter `petCatalog`. What is left out is as the catalog
 * begins; what the component's or the project's parameters have is merged with the story's own.
 *
 * @example
 * export const FullHouse = meta.story({
 *   parameters: { petCatalog: { pets: 3, faults: [{ operation: 'createPet', status: 507 }] } },
 * });
 */
export interface StoryMock extends SeedOptions {
  /** The name of a scenario of the catalog; `pets`, `seed` and `fixtures` replace its pets. */
  scenario?: string | undefined;
  /** Added in this order, after those of the scenario. Default: none. */
  faults?: readonly Fault[] | undefined;
}

/** The parameters that the addon reads. */
export interface StoryParameters {
  petCatalog?: StoryMock | undefined;
}

/**
 * A Storybook addon that resets the catalog before each story, and gives it what the story's
 * parameter `petCatalog` says. A parameter with a mistake fails its story, with a message that names
 * the field. It starts no worker: `addonMsw` of msw-storybook-addon takes that of `startWorker`.
 *
 * @throws OptionError for what is no catalog, such as a promise that was not awaited.
 *
 * @example
 * export const { catalog, worker } = await startWorker({ quiet: true });
 * export default definePreview({ addons: [addonMsw(() => worker), addonPetCatalog(catalog)] });
 */
export function addonPetCatalog(
  catalog: PetCatalog,
): PreviewAddon<{ parameters: StoryParameters }> {
  serviceOf(catalog);
  return {
    beforeEach({ parameters }: { parameters: StoryParameters }) {
      const { scenario, faults = [], ...pets } = parameters.petCatalog ?? {};
      catalog.reset();
      if (scenario !== undefined) catalog.scenarios.use(scenario);
      if (Object.values(pets).some((value) => value !== undefined)) catalog.seed(pets);
      for (const fault of faults) catalog.faults.add(fault);
    },
  };
}
