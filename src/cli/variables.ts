import { commandOptions } from './settings.ts';
import { suggest } from './suggest.ts';

const prefix = 'PET_CATALOG_';
/** Those that no option of the server has. */
const ofCommand = ['PET_CATALOG_CONFIG', 'PET_CATALOG_WATCH'];

/**
 * A sentence for each variable that is named nearly like one of the command. What is like none of
 * them may be another program's.
 */
export function misspeltVariables(env: NodeJS.ProcessEnv): string[] {
  const own = [...commandOptions.map(({ variable }) => variable!), ...ofCommand]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  return Object.keys(env)
    .filter((name) => /^PET_CATALOG_\w+$/.test(name) && env[name] !== '')
    .flatMap((name) => {
      const word = name.slice(prefix.length);
      const meant = own.includes(word) ? undefined : suggest(word, own);
      return meant === undefined
        ? []
        : [`${name} is no variable of pet-catalog-mock; did you mean ${prefix}${meant}?`];
    });
}
