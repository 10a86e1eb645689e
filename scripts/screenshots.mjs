// Takes the pictures of the dashboard for the README from the real page:
// docs/dashboard.png (light) and docs/dashboard-dark.png.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer } from 'vite';

const root = join(import.meta.dirname, '..');
const largest = 200_000;

const { startServer } = await import('../dist/server.js');
const vite = await createServer({
  configFile: false,
  root,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, watch: null, ws: false },
});
const { launchBrowser } = await vite.ssrLoadModule('/test/browser/support/browser.ts');

const server = await startServer({ pets: 120, seed: 2 });
const browser = await launchBrowser();
try {
  await work(server);
  for (const [scheme, name] of [
    ['light', 'dashboard'],
    ['dark', 'dashboard-dark'],
  ]) {
    const path = join(root, 'docs', `${name}.png`);
    await photograph(path, scheme);
    const { size } = await stat(path);
    console.log(`docs/${name}.png ${Math.round(size / 1000)} kB`);
    if (size > largest) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.close();
  await vite.close();
}

/** Some minutes of a frontend developer's day. */
async function work({ url, catalog }) {
  const call = (path, init) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { 'X-API-Key': 'demo-key-01', 'Content-Type': 'application/json' },
    });
  const create = (pet) => call('/pets', { method: 'POST', body: JSON.stringify(pet) });
  const [pet] = await (await call('/pets?limit=20')).json();
  await call(`/pets/${pet.id}`);
  await call('/pets/no-such-pet');
  await create({ tag: 'dog' });
  catalog.faults.add({ operation: 'listPets', status: 503, times: 1 });
  await call('/pets?limit=20');
  await call('/pets?limit=20');
  await create({ name: 'Zaphod', tag: 'dog' });
  catalog.faults.add({ operation: 'createPet', delay: { min: 200, max: 900 } });
  catalog.faults.add({ status: 503, rate: 0.2 });
}

async function photograph(path, colorScheme) {
  const page = await browser.newPage({ viewport: { width: 1360, height: 720 }, colorScheme });
  await page.goto(new URL('/', server.url).href);
  await page.locator('.app[data-state=live]').waitFor();
  await page.locator('.strip li').first().waitFor();
  await page.getByRole('option', { name: /404/ }).click();
  await page.locator('.pane .why').waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement.blur());
  await page.screenshot({ path, animations: 'disabled' });
  await page.close();
}
