import { usePage } from '../state/context.ts';
import { keepAll, useChangeCatalog } from '../state/undo.ts';

export const resetName = 'Back to how the server started';

/** Resets the catalog, and tells so. */
export function useReset(): () => Promise<void> {
  const { control } = usePage();
  const changeCatalog = useChangeCatalog();
  return () =>
    changeCatalog(
      async () => {
        await control.reset();
        return 'Reset: pets, ids, faults and requests are as at the start';
      },
      async () => {
        const kept = await keepAll(control);
        return { ...kept, words: `${kept.words}, but no requests` };
      },
    );
}
