import { createRequire } from 'node:module';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { validateExamples } from 'openapi-examples-validator';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer } from '../../src/server.ts';

const require = createRequire(import.meta.url);
const ibmRules = require('@ibm-cloud/openapi-ruleset') as RulesetDefinition;

/** The rules of a house whose names and integers are others, or that stop at OpenAPI 3.0. */
const otherHouse = [
  // limit has no maximum, and a count none that has a meaning.
  'ibm-integer-attributes',
  // petId and createPet are the names of the contract.
  'ibm-parameter-casing-convention',
  'ibm-property-casing-convention',
  'ibm-path-segment-casing-convention',
  // no-store and ApiKey are the names of HTTP.
  'ibm-enum-casing-convention',
  // A list is an array by the contract.
  'ibm-no-array-responses',
  // What is not there is left out, and null is a type: as JSON Schema 2020-12 has it.
  'ibm-required-enum-properties-in-response',
  'ibm-schema-type-format',
  // At least one of three fields: as JSON Schema says that.
  'ibm-define-required-properties',
  'ibm-property-attributes',
  'ibm-schema-keywords',
  // A name and a tag are any string, and a list may have any length.
  'ibm-string-attributes',
  'ibm-array-attributes',
  // The names of operations, of NewPet and of lists are those of the contract.
  'ibm-operationid-casing-convention',
  'ibm-operationid-naming-convention',
  'ibm-schema-naming-convention',
  'ibm-collection-array-property',
  // An error has one field by the contract.
  'ibm-error-response-schemas',
  // The control plane belongs to the version of the package, and has a page of pets for people.
  'ibm-major-version-in-path',
  'ibm-prefer-token-pagination',
  'ibm-pagination-style',
  // What changes a pet is plain JSON, and a change that has nothing to say is a 204.
  'ibm-patch-request-content-type',
  'ibm-response-status-codes',
  // The description of the response is that of its schema; HAR's own fields have none.
  'ibm-schema-description',
  'ibm-property-description',
  'ibm-avoid-inline-schemas',
  // Each operation is whole by itself.
  'ibm-avoid-repeating-path-parameters',
];

/** What a ruleset finds in a document: errors, warnings and hints. */
async function findings(ruleset: RulesetDefinition, document: object) {
  const linter = new spectral.Spectral();
  linter.setRuleset(ruleset);
  const results = await linter.run(JSON.stringify(document));
  return results.map(({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`);
}

describe.each(['/openapi.json', '/__admin/openapi.json'])('%s', (path) => {
  let text: string;
  let document: object;
  beforeAll(async () => {
    const server = await startServer({ port: 0 });
    text = await (await fetch(new URL(path, server.url))).text();
    await server.close();
  });
  // For each anew, as some tools change it.
  beforeEach(() => {
    document = JSON.parse(text) as object;
  });

  test("is well-formed by the strictest rules of Redocly's linter", async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test("has nothing that Spectral's rules for OpenAPI would change", async () => {
    const found = await findings({ extends: rulesets.oas as RulesetDefinition }, document);
    expect(found).toEqual([]);
  });

  test("has nothing that IBM's rules would change but for those of its house", async () => {
    const off = Object.fromEntries(otherHouse.map((name) => [name, 'off' as const]));
    const found = await findings({ extends: ibmRules, rules: off } as RulesetDefinition, document);
    expect(found).toEqual([]);
  });

  test('has examples that openapi-examples-validator takes', async () => {
    const { valid, errors, statistics } = await validateExamples(document);
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
    expect(statistics.examplesTotal).toBeGreaterThan(20);
  });
});
