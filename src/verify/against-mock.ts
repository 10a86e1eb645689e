import type { Dialect } from '../contract/dialect.ts';
import { plainModel } from '../contract/pet-model.ts';
import type { FixturePet } from '../contract/pet.ts';
import { validateNow, type StandardSchema } from '../contract/standard-schema.ts';
import { createPetCatalog } from '../index.ts';
import { isWrite, type SentRequest, type ServiceCase } from './cases/case.ts';
import { compare, type Difference } from './compare.ts';
import type { Ground } from './ground.ts';
import type { Observed } from './observe.ts';
import { play, type Answer } from './play.ts';
import type { Row } from './report.ts';
import { toReceived, type Received } from './send.ts';
import type { ServicePet } from './service-client.ts';

/** A case with the answers of both sides. @internal */
export interface Compared {
  readonly one: ServiceCase;
  readonly mock: Answer;
  readonly answer: Answer | string;
  readonly differences: readonly Difference[];
}

/** Compares the answers of a service with the mock in a dialect, in one row or in all. @internal */
export async function compareAll(
  { ground, found }: Observed,
  dialect: Dialect | undefined,
  row?: Row,
): Promise<readonly Compared[]> {
  const catalog = createMock(ground, dialect);
  const compared = [];
  for (const [one, observation] of found) {
    if (typeof observation === 'string' || (row !== undefined && one.row !== row)) continue;
    const { sent, left, answer } = observation;
    // A limit shows only in a list that is longer.
    for (let made = 0; made < left; made++) catalog.pets.create({ name: 'another' });
    const own = { ...ground, leftBehind: new Map() };
    const mock = (await play((request) => ask(catalog, request, ground), sent, own)) as Answer;
    if (isWrite(one)) catalog.reset();
    const differences = compare(one.row, mock, answer, ground, dialect);
    compared.push({ one, mock, answer, differences });
  }
  return compared;
}

/** Creates a mock with the pets and the key of a service. */
function createMock({ basePath, pets, apiKey, hasKeyList }: Ground, dialect?: Dialect) {
  const fixtures = Array.from(pets.values(), (pet) => toFixture(pet, dialect));
  return createPetCatalog({
    baseUrl: basePath === '' ? '/' : basePath,
    // Fixtures are in the order in which pets were created.
    fixtures: dialect?.order === 'newest' ? fixtures.toReversed() : fixtures,
    journalSize: 0,
    dialect,
    ...(hasKeyList && apiKey !== undefined && { apiKeys: [apiKey] }),
  });
}

/** Answers a request as the mock does. */
async function ask(
  catalog: ReturnType<typeof createMock>,
  { method, path, headers, body }: SentRequest,
  { redact }: Ground,
): Promise<Received> {
  const own = Object.entries(headers).filter(([name]) => /^(?:x-api|content)-/i.test(name));
  const init = { method, headers: own, ...(body !== undefined && { body: body as BodyInit }) };
  // The mock's server answers so at a path that is not the service's.
  const notFound = () => Response.json({ error: 'Not found' }, { status: 404 });
  const response = (await catalog.fetch(new Request(`http://mock${path}`, init))) ?? notFound();
  const bytes = new Uint8Array(await response.arrayBuffer());
  return toReceived(response.status, Object.fromEntries(response.headers), bytes, redact);
}

/** Makes a pet of a service one that the mock can hold. */
function toFixture(pet: ServicePet, dialect?: Dialect): FixturePet {
  const fits = (schema: StandardSchema, value: unknown) => !validateNow(schema, value).issues;
  const own = plainModel.fields.flatMap(({ name, schema }) => {
    const value = pet[name];
    if (fits(schema, value)) return value === undefined ? [] : [[name, value]];
    // A service may lack a text, or have another value in its place.
    return fits(schema, '') ? [[name, String(value ?? '')]] : [];
  });
  const others = dialect?.unknownFields === 'keep' ? pet : {};
  return { ...others, ...Object.fromEntries(own), id: String(pet['id']) } as FixturePet;
}
