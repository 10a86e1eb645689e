import { expect, test } from 'vitest';
import { createSession } from '../../src/cli/mcp/session.ts';
import { createControlTools } from '../../src/cli/mcp/tools.ts';
import { read } from './support/documents.ts';

const noServer = () => Promise.reject(new Error('Only the names are asked for'));
const tools = [...createSession(new Map()).tools, ...createControlTools(noServer)];

test('the page lists each tool exactly once', () => {
  const [, section] = read('docs/use-with-ai-agents.md').split('## The tools');
  const items = section!.match(/^- .*$/gm)!.join('\n');
  const names = Array.from(items.matchAll(/`(\w+)`/g), ([, name]) => name!);
  expect(names.toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
});
