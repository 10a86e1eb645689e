import express from 'express';
import {
  excludesForJsonParser,
  excludesForParser,
  excludesForTextParser,
  mountedHost,
} from '../support/hosts-over-http.ts';
import { runContract } from '../support/run-contract.ts';
import { createPetCases } from '../../src/verify/cases/create-pet.ts';

const limit = '4mb';
// A parser touches only the body, so these hosts run the cases of the one operation that has one.
runContract(
  mountedHost('an app after express.json()', {
    before: express.json({ limit, strict: false }),
    excludes: excludesForJsonParser,
  }),
  createPetCases,
);
runContract(
  mountedHost('an app after express.raw()', {
    before: express.raw({ limit, type: () => true }),
    excludes: excludesForParser,
  }),
  createPetCases,
);
runContract(
  mountedHost('an app after express.text()', {
    before: express.text({ limit, type: () => true }),
    excludes: excludesForTextParser,
  }),
  createPetCases,
);
