import express from 'express';
import {
  excludesForJsonParser,
  excludesForParser,
  excludesForTextParser,
  mountedHost,
} from '../support/hosts-over-http.ts';
import { runContract } from '../support/run-contract.ts';
import { createPetCases } from '../../src/verify/cases/create-pet.ts';
import { dialectCases } from './dialect-cases.ts';

const limit = '4mb';
const creates = [
  ...createPetCases,
  ...dialectCases.filter(({ request }) => request.method === 'POST'),
];

// A parser touches only the body, so these hosts run the cases of the one operation that has one.
runContract(
  mountedHost('an app after express.json()', {
    before: express.json({ limit, strict: false }),
    excludes: excludesForJsonParser,
  }),
  creates,
);
runContract(
  mountedHost('an app after express.raw()', {
    before: express.raw({ limit, type: () => true }),
    excludes: excludesForParser,
  }),
  creates,
);
runContract(
  mountedHost('an app after express.text()', {
    before: express.text({ limit, type: () => true }),
    excludes: excludesForTextParser,
  }),
  creates,
);
