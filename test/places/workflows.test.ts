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

test(`the steps in ${page} are as the schema says`, () => {
  const [steps, ...others] = shown.filter(({ content }) => content.startsWith('- '));
  expect(others).toEqual([]);
  const job = { 'runs-on': 'ubuntu-latest', steps: parse(steps!.content) as object[] };
  const workflow = JSON.stringify({ on: 'push', jobs: { e2e: job } });
  expect(validateWorkflow(workflow).errors).toEqual([]);
});
