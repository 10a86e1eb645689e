import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { blocksOf } from '../docs/support/documents.ts';
import { root } from '../package/support/package.ts';
import { testedNodes } from '../support/other-node.ts';

interface Matrix {
  node: (string | number)[];
  os: string[];
  include: { os: string; node: string | number }[];
}

const page = 'docs/run-the-server.md';
const shown = blocksOf(page).filter(({ language }) => language === 'yaml');
const folder = join(root, '.github/workflows');

test.each(readdirSync(folder))('%s is a workflow, as its schema says', (name) => {
  expect(validateWorkflow(readFileSync(join(folder, name), 'utf8')).errors).toEqual([]);
});

test('the tests run on each Node that is tested, and on three systems', () => {
  const { jobs } = parse(readFileSync(join(folder, 'ci.yml'), 'utf8')) as {
    jobs: { test: { strategy: { matrix: Matrix } } };
  };
  const { node, os, include } = jobs.test.strategy.matrix;
  expect(node.map(String)).toEqual(testedNodes);
  expect([...os, ...new Set(include.map((one) => one.os))]).toEqual([
    'ubuntu-latest',
    'macos-latest',
    'windows-latest',
  ]);
});

test(`the workflow in ${page} is as the schema says`, () => {
  const whole = shown.filter(({ content }) => content.startsWith('name:'));
  expect(whole).toHaveLength(1);
  for (const { content } of whole) expect(validateWorkflow(content).errors).toEqual([]);
});
