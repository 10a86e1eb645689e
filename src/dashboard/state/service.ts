import type { NewPet, Pet, ServerInfo } from '../../client.ts';

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
      signal,
    });
    const body = (await response.json()) as Pet & { error?: string };
    if (response.ok) return { pet: body };
    return {
      error: body.error ?? `The service answered ${response.status}`,
      status: response.status,
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
