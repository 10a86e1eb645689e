import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { expect, test } from 'vitest';
import { blocksOf } from '../docs/support/documents.ts';
import { root } from '../package/support/package.ts';

const page = 'docs/use-in-github-actions.md';
const shown = blocksOf(page).filter(({ language }) => language === 'yaml');
const folder = join(root, '.github/workflows');

test.each(readdirSync(folder))('%s is a workflow, as its schema says', (name) => {
  expect(validateWorkflow(readFileSync(join(folder, name), 'utf8')).errors).toEqual([]);
});

test(`the workflows in ${page} are as the schema says`, () => {
  const whole = shown.filter(({ content }) => content.startsWith('name:'));
  expect(whole).toHaveLength(3);
  for (const { content } of whole) expect(validateWorkflow(content).errors).toEqual([]);
});

test('a workflow that is none is told', () => {
  expect(validateWorkflow('on: push\njobs: { test: { runson: x } }').errors).not.toEqual([]);
});
