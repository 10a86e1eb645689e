// Installs what only some commands need, where it is missing: node scripts/install.js test/browser bench
import { installFolder } from './install-folder.js';

try {
  const folders = process.argv.slice(2);
  if (folders.length === 0) throw new Error('Name a folder that has a package-lock.json');
  for (const folder of folders) installFolder(folder);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
