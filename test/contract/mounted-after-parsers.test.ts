import express from 'express';
import {
  excludesForJsonParser,
  excludesForParser,
  excludesForTextParser,
  mountedHost,
} from '../support/hosts-over-http.ts';
import { runContract } from '../support/run-contract.ts';

const limit = '4mb';

runContract(
  mountedHost('an app after express.json()', {
    before: express.json({ limit, strict: false }),
    excludes: excludesForJsonParser,
  }),
);
runContract(
  mountedHost('an app after express.raw()', {
    before: express.raw({ limit, type: () => true }),
    excludes: excludesForParser,
  }),
);
runContract(
  mountedHost('an app after express.text()', {
    before: express.text({ limit, type: () => true }),
    excludes: excludesForTextParser,
  }),
);
