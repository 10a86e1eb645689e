import type { NewPet, Pet, ServerInfo } from '../../client.ts';
import { parse } from '../parts/json.tsx';
import { shorten } from '../parts/words.ts';

/** The outcome of a create: the pet or an error. `status` is `null` when no answer came. */
export type CreateOutcome = { pet: Pet } | { error: string; status: number | null };

/** The id of a request of the page's own to the service. */
export const newRequestId = () => `dashboard-${Math.random().toString(36).slice(2)}`;

/** Creates a pet as any client of the service would. */
export async function createPet(
  { basePath, isolate }: ServerInfo,
  apiKey: string,
  newPet: Partial<NewPet>,
  requestId: string,
  signal: AbortSignal,
): Promise<CreateOutcome> {
  try {
    const response = await fetch(`${basePath}/pets`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(apiKey && typeof isolate === 'string' && { [isolate]: apiKey }),
        'X-Request-Id': requestId,
        ...(apiKey && { 'X-API-Key': apiKey }),
      },
      body: JSON.stringify(newPet),
      redirect: 'manual',
      signal,
    });
    const { status } = response;
    // A fault may answer anything.
    const body = parse(await response.text()) as
      (Partial<Pet> & { error?: unknown }) | null | undefined;
    if (status === 201 && typeof body?.id === 'string' && typeof body.name === 'string') {
      return { pet: body as Pet };
    }
    const { error } = body ?? {};
    const words = status === 0 ? 'a redirect' : status;
    return {
      error: typeof error === 'string' ? shorten(error, 500) : `The service answered ${words}`,
      status,
    };
  } catch {
    return signal.aborted
      ? { error: 'You stopped waiting for the answer.', status: null }
      : { error: 'The connection broke off before an answer came.', status: null };
  }
}

/** The field that an error of the service is about; `undefined` when it is about none. */
export function fieldOf(error: string): 'name' | 'tag' | undefined {
  if (/"name"/.test(error)) return 'name';
  return /"tag"/.test(error) ? 'tag' : undefined;
}
