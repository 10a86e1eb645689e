import type { PetCatalogOptions } from '../../src/catalog/options.ts';
import {
  fill,
  fixtures,
  key,
  type CaseExpected,
  type CasePet,
  type CaseRequest,
  type ServiceCase,
  type Values,
} from '../../src/verify/cases/case.ts';

/** One sentence of the contract, ready to run on a host of the mock. */
export interface ContractCase {
  /** The sentence. */
  name: string;
  /** The catalog's options. Default: three pets, `alba`, `bruno` and `cleo`. */
  options?: PetCatalogOptions;
  /** Pets that are created first. */
  before?: readonly CasePet[];
  request: CaseRequest;
  expected: CaseExpected;
}

const ofMock: Values = {
  pet: 'alba',
  escaped: '%61%6c%62%61',
  unknown: 'unknown',
  name: 'Rex',
  key,
};

/** Makes a case for the mock, with the fixtures above. */
export function forMock(one: ServiceCase): ContractCase {
  const { name, needs, expected } = one;
  const options: PetCatalogOptions = {
    ...(needs.empty && { fixtures: [] }),
    ...(needs.keyList && { apiKeys: ['first-key', key] }),
    ...needs.options,
  };
  return { name, options, expected, ...fill(one, ofMock) };
}

/** The options of a case: small and exact, so that a failure can be read. */
export function optionsOf({ options }: ContractCase): PetCatalogOptions {
  return { fixtures, ...options };
}

/** Defines one case of the mock, for the catalog that `given` describes. */
export function sentence(
  name: string,
  request: CaseRequest,
  expected: CaseExpected,
  given: Pick<ContractCase, 'options' | 'before'> = {},
): ContractCase {
  return { name, ...given, request, expected };
}
