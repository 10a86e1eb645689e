export interface Pet {
  id: string;
  name: string;
  tag: string;
}

export interface Api {
  /** @throws ApiError */
  listPets(): Promise<Pet[]>;
  /** @throws ApiError */
  createPet(pet: { name: string; tag?: string }): Promise<Pet>;
}

/** The service refused the request, or could not be reached. */
export class ApiError extends Error {
  override name = 'ApiError';
}

/** The Pet Catalog service, as this page uses it. */
export function createApi({ apiKey, baseUrl = '/v2' }: { apiKey: string; baseUrl?: string }): Api {
  async function send<T>(path: string, init: RequestInit = {}): Promise<T> {
    const headers = { 'X-API-Key': apiKey, ...init.headers };
    const response = await fetch(baseUrl + path, { ...init, headers }).catch(() => {
      throw new ApiError('The service cannot be reached');
    });
    const body = (await response.json().catch(() => undefined)) as T & { error?: string };
    if (!response.ok || body === undefined) {
      throw new ApiError(body?.error ?? `The service answered ${response.status}`);
    }
    return body;
  }

  return {
    listPets: () => send<Pet[]>('/pets'),
    createPet: (pet) =>
      send<Pet>('/pets', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(pet),
      }),
  };
}
