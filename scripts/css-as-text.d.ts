import type { Plugin } from 'rolldown';

export const cssAsText: Plugin;
