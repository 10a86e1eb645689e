#!/usr/bin/env node
import { run } from './cli/run.ts';

await run(process.argv.slice(2), process.env);
