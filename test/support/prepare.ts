// Waits for what a test file needs besides `src` and the packages that `npm ci` brings.
import { relative } from 'node:path';
import { expect } from 'vitest';
import { root } from '../package/support/package.ts';
import { prepared } from './prepared.ts';

/** Each of the things, and the paths of the files that need it. */
const needs = {
  // All tests except tests of `src`, which run during the build, and of these the tests that need pages.
  dist: /^test[\\/](?!(?:unit|contract|control|random|model|vitest|client)\b)|[\\/](?:mounting|pages|refused-bodies)\.test\.ts$/,
  'test/browser': /[\\/](?:browser|places)[\\/]|-page\.test\.ts$/,
  'test/outside-client': /[\\/]outside-client[\\/]|[\\/]package[\\/]types\.test\.ts$/,
};

const path = relative(root, expect.getState().testPath!);
for (const [thing, paths] of Object.entries(needs)) {
  if (paths.test(path)) await prepared(thing);
}
