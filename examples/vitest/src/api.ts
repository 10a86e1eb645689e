export interface Pet {
  id: string;
  name: string;
  tag: string;
}

/** Where the service lives, and what each request brings. */
export interface Service {
  url: string;
  headers: Record<string, string>;
}

const production: Service = {
  url: 'https://pets.example/v2',
  headers: { 'X-API-Key': 'web-client' },
};

/** The names of all pets, oldest first. */
export async function petNames({ url, headers } = production): Promise<string[]> {
  const response = await fetch(`${url}/pets?limit=100`, { headers });
  if (!response.ok) throw new Error(`The pets cannot be shown now (${response.status})`);
  const pets = (await response.json()) as Pet[];
  return pets.map(({ name }) => name);
}

/** Adds a pet. @returns A sentence for the person who did. */
export async function addPet(name: string, { url, headers } = production): Promise<string> {
  const response = await fetch(`${url}/pets`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  if (response.status === 507) return 'There is no room for another pet';
  if (!response.ok) return `${name} was not added`;
  return `${name} was added`;
}
