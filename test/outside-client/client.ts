import createClient from 'openapi-fetch';
import type { components, paths } from './pet-catalog.d.ts';

type Pet = components['schemas']['Pet'];

/** A client that knows the service by its OpenAPI document and by nothing else. */
export function createPetClient(baseUrl: string, apiKey: string) {
  const api = createClient<paths>({ baseUrl, headers: { 'X-API-Key': apiKey } });

  /** The data of an answer, or its error as an exception. */
  function dataOf<T>(answer: { data?: T; error?: { error: string }; response: Response }): T {
    if (answer.data === undefined) {
      const { status } = answer.response;
      throw Object.assign(new Error(answer.error?.error ?? 'No answer'), { status });
    }
    return answer.data;
  }

  return {
    async create(pet: components['schemas']['NewPet']): Promise<Pet> {
      return dataOf(await api.POST('/pets', { body: pet }));
    },
    async get(petId: string): Promise<Pet> {
      return dataOf(await api.GET('/pets/{petId}', { params: { path: { petId } } }));
    },
    async list(limit?: number): Promise<Pet[]> {
      return dataOf(
        await api.GET('/pets', { params: { query: limit === undefined ? {} : { limit } } }),
      );
    },
  };
}

/** What the types must refuse; each line is an error that the compiler is told to expect. */
export function misuse(client: ReturnType<typeof createPetClient>): Promise<unknown>[] {
  return [
    // @ts-expect-error A name is required.
    client.create({ tag: 'dog' }),
    // @ts-expect-error A name is a string.
    client.create({ name: 7 }),
    // @ts-expect-error A tag is not null.
    client.create({ name: 'Rex', tag: null }),
    // @ts-expect-error The service assigns the id.
    client.create({ name: 'Rex', id: '7' }),
    // @ts-expect-error A limit is a number.
    client.list('ten'),
  ];
}
