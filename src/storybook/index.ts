import type { PreviewAddon } from 'storybook/internal/csf';
import type { Fault } from '../controls/faults.ts';
import type { SeedOptions } from '../controls/state.ts';
import { serviceOf, type PetCatalog } from '../pet-catalog.ts';

/**
 * The parameter `petCatalog` of a story: the state of the mock before it. Fields that are left out are
 * as the catalog starts. Storybook merges the parameters of the project, the component and the story.
 *
 * @example
 * export const FullHouse = meta.story({
 *   parameters: { petCatalog: { pets: 3, faults: [{ operation: 'createPet', status: 507 }] } },
 * });
 */
export interface StoryMock extends SeedOptions {
  /** The name of a scenario of the catalog; `pets`, `seed` and `fixtures` replace its pets. */
  scenario?: string | undefined;
  /** Faults, added in this order after the faults of the scenario. Default: none. */
  faults?: readonly Fault[] | undefined;
}

/** The parameters that the addon reads. */
export interface StoryParameters {
  petCatalog?: StoryMock | undefined;
}

/**
 * Returns a Storybook addon that resets the catalog before each story and applies the story's parameter
 * `petCatalog`. A wrong parameter fails its story with a message that names the field. The addon starts
 * no worker: give the worker of `startWorker` to `addonMsw` of msw-storybook-addon.
 *
 * @throws OptionError if the argument is not a catalog, such as a promise that was not awaited.
 *
 * @example
 * export const { catalog, worker } = await startWorker({ quiet: true });
 * export default definePreview({ addons: [addonMsw(() => worker), addonPetCatalog(catalog)] });
 */
export function addonPetCatalog(
  catalog: Omit<PetCatalog, 'handlers'>,
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
