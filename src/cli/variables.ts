import { commandOptions } from './settings.ts';
import { suggest } from './suggest.ts';

const prefix = 'PET_CATALOG_';
/** What `run` gives its command: a mock that the command starts in turn finds them there. */
const given = new Set(['PET_CATALOG_URL', 'PET_CATALOG_PORT', 'PET_CATALOG_RUN']);

/**
 * A sentence for each variable that is named nearly like one of the command. What is like none of
 * them may be another program's.
 */
export function misspeltVariables(env: NodeJS.ProcessEnv): string[] {
  const own = [...commandOptions.map(({ variable }) => variable!), 'PET_CATALOG_CONFIG']
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  return Object.keys(env)
    .filter((name) => /^PET_CATALOG_\w+$/.test(name) && env[name] !== '' && !given.has(name))
    .flatMap((name) => {
      const word = name.slice(prefix.length);
      const meant = own.includes(word) ? undefined : suggest(word, own);
      return meant === undefined
        ? []
        : [`${name} is no variable of pet-catalog-mock; did you mean ${prefix}${meant}?`];
    });
}
