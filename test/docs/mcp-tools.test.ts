import { expect, test } from 'vitest';
import { createSession } from '../../src/cli/mcp/session.ts';
import { createControlTools } from '../../src/cli/mcp/tools.ts';
import { rowsOf } from './support/documents.ts';

const noServer = () => Promise.reject(new Error('Only the names are asked for'));
const tools = [...createSession(new Map()).tools, ...createControlTools(noServer)];

const rows = rowsOf('docs/use-with-ai-agents.md', '## The tools');

test('the table has each tool exactly once, in the order of the list', () => {
  expect(rows.map(([name]) => name)).toEqual(tools.map(({ name }) => name));
});

test.each(tools)(
  'the row of $name says what its description says first',
  ({ name, description }) => {
    const row = rows.find(([cell]) => cell === name)!;
    expect(description.startsWith(row[1]!)).toBe(true);
  },
);
