import type { Plugin } from 'vitest/config';

export const middlewareInTests: Plugin;
