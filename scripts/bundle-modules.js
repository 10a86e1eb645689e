// Bundles the entries of the package into an empty dist (rolldown.config.js).
import { rmSync } from 'node:fs';
import { build } from 'rolldown';
import config from './rolldown.config.js';

rmSync('dist', { recursive: true, force: true });
// The command `rolldown` lists every file that it writes. This prints warnings alone.
await build(config);
