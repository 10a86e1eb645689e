import { Agent } from 'node:http';
import { createRandom } from '../fuzz/random.js';
import { activities } from './activities.js';
import { createClient } from './client.js';

/** As many catalogs as a server keeps. */
const keptCatalogs = 1000;

/**
 * The load of one server.
 *
 * @param {string[]} failures gets a line for each thing that nobody asked for
 */
export function createLoad(server, seed, failures) {
  const names = Object.keys(activities);
  // A client for each, so that each is done at least once in every part.
  const randoms = names.map((_, index) => createRandom(seed, index));
  const done = Object.fromEntries(names.map((name) => [name, 0]));
  const newAgent = () => new Agent({ keepAlive: true });

  return {
    /** How often each activity was done. */
    done,
    /** Makes as many catalogs as are kept, so that all samples have them. */
    async fill() {
      const agent = newAgent();
      const { want } = createClient(server, '', agent);
      const visit = (index) => {
        const headers = { 'X-Test-Id': `visitor-${index}` };
        return want(201, 'POST /v2/pets', { headers, json: { name: 'Rex' } });
      };
      for (let first = 0; first < keptCatalogs; first += 100) {
        await Promise.all(Array.from({ length: 100 }, (_, index) => visit(first + index)));
      }
      agent.destroy();
    },
    /** Works for so many milliseconds; then all connections are closed, and all catalogs reset. */
    async work(milliseconds) {
      const agent = newAgent();
      const end = performance.now() + milliseconds;
      await Promise.all(
        randoms.map(async (random, index) => {
          const client = createClient(server, `client-${index}`, agent);
          let name = names[index];
          do {
            try {
              await activities[name](client, random);
              done[name] += 1;
            } catch (error) {
              failures.push(`client ${index}, ${name}: ${error.message}`);
              // What it has left behind would make others fail.
              await client.want(204, 'POST /__admin/reset').catch(() => {});
            }
            name = random.pick(names);
          } while (performance.now() < end && failures.length < 20);
        }),
      );
      const { want } = createClient(server, '', agent);
      await want(204, 'POST /__admin/reset', { headers: { 'X-Test-Id': undefined } });
      agent.destroy();
    },
  };
}
