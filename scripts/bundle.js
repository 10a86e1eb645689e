import { build } from 'rolldown';
import config from '../rolldown.config.js';

// The command of rolldown lists every file that it writes: this one says what is wrong, or nothing.
await build(config);
