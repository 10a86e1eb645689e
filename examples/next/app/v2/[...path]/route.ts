import { createPetCatalog, type PetCatalog } from 'pet-catalog-mock';

const kept = globalThis as typeof globalThis & { petCatalog?: PetCatalog };
const catalog = (kept.petCatalog ??= createPetCatalog());

async function answer(request: Request): Promise<Response> {
  return (await catalog.fetch(request)) ?? new Response('Not found', { status: 404 });
}

export { answer as GET, answer as POST };
