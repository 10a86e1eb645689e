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
const parsers = {
  json: [express.json({ limit, strict: false }), excludesForJsonParser],
  raw: [express.raw({ limit, type: () => true }), excludesForParser],
  text: [express.text({ limit, type: () => true }), excludesForTextParser],
} as const;

// A parser touches only the body, so these hosts run the cases of the one operation that has one.
for (const [name, [before, excludes]] of Object.entries(parsers)) {
  runContract(mountedHost(`an app after express.${name}()`, { before, excludes }), createPetCases);
}
