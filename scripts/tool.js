// Runs a tool of tools/ in the root, and installs it first where it is missing:
// node scripts/tool.js oxlint --deny-warnings
import { join } from 'node:path';
import spawn from 'cross-spawn';
import { installFolder } from './install-folder.js';

const tools = ['attw', 'knip', 'oxlint', 'prettier', 'publint'];
const root = join(import.meta.dirname, '..');
const bin = join(root, 'tools/node_modules/.bin');
const [name, ...args] = process.argv.slice(2);

try {
  if (!tools.includes(name))
    throw new Error(`There is no tool "${name}": name one of ${tools.join(', ')}`);
  installFolder('tools');
  const { error, status } = spawn.sync(join(bin, name), args, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  // None where a signal ended it.
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
