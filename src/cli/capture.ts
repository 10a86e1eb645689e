import { checkOptions } from '../catalog/options.ts';
import { wholeNumber } from '../contract/input.ts';
import { plainModel } from '../contract/pet-model.ts';
import { generatePets } from '../fixtures/generate.ts';
import { capturePets } from '../verify/capture-pets.ts';
import { checkVerifyOptions } from '../verify/verify-service.ts';
import { writeOutput, type ServiceArguments } from './ask-service.ts';
import { warn } from './errors.ts';
import { readDialectFlag } from './server-options.ts';

export interface CaptureArguments extends ServiceArguments {
  readonly limit?: number;
  readonly anonymize?: true;
  /** A file. */
  readonly dialect?: string;
}

/** Writes the pets of a service as a fixture file. Resolves with the exit status. */
export async function capture(given: CaptureArguments, signal: AbortSignal): Promise<number> {
  const { url, apiKey, headers, limit, anonymize, output } = given;
  const access = { url, apiKey, headers, signal };
  checkVerifyOptions(access);
  checkOptions({ limit }, { limit: { schema: wholeNumber(1, 1_000_000) } });
  const rename = anonymize ? seededName : undefined;
  const dialect = await readDialectFlag(given.dialect);
  const { pets, problems } = await capturePets(access, { limit, rename, dialect });
  for (const problem of problems) warn(problem);
  const lines = pets.map((pet) => `  ${JSON.stringify(pet)}`);
  await writeOutput(output, lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`);
  return 0;
}

/** Returns another name for a pet, the same for the same id. */
function seededName(id: string, name: string): string {
  let seed = 0x811c9dc5;
  // FNV-1a, of 32 bits: http://www.isthe.com/chongo/tech/comp/fnv/
  for (const byte of new TextEncoder().encode(id)) seed = Math.imul(seed ^ byte, 0x01000193) >>> 0;
  const own = name.trim().toLowerCase();
  // At least one of these is another name.
  return [...generatePets(plainModel, 8, seed)].find((pet) => pet.name.toLowerCase() !== own)!.name;
}
