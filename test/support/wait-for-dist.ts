import { expect } from 'vitest';
import { prepared } from './prepared.ts';

/** Tests of `src`, which run beside the build. */
const ofSource =
  /[\\/]test[\\/](?:unit|contract|control|differential|model|properties|vitest|client)\b/;
/** Those of them that ask for the server's pages, which a build makes. */
const ofPages = /[\\/](?:greedy-clients|mounting|pages|refused-bodies)\.test\.ts$/;

const path = expect.getState().testPath!;
if (!ofSource.test(path) || ofPages.test(path)) await prepared('dist');
