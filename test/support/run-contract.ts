import { afterAll, describe, expect, test } from 'vitest';
import { complete, optionsOf, type ContractCase } from '../contract/cases/case.ts';
import { contractCases } from '../contract/cases/index.ts';
import type { Host, OpenHost } from './answer.ts';
import { runCase } from './run-case.ts';

/** Runs the whole table on a host: one of each options, reset from case to case. */
export function runContract(host: Host): void {
  describe(`the contract on ${host.name}`, () => {
    const running = new Map<string, Promise<OpenHost>>();

    async function openFor(one: ContractCase): Promise<OpenHost> {
      const options = JSON.stringify(optionsOf(one));
      let open = running.get(options);
      if (!open) {
        // msw stands before `fetch` for one server at a time.
        if (!host.isHttp) await closeAll();
        open = host.open(optionsOf(one));
        running.set(options, open);
      }
      const opened = await open;
      opened.catalog.reset();
      return opened;
    }

    async function closeAll(): Promise<void> {
      for (const open of running.values()) await (await open).close();
      running.clear();
    }

    afterAll(closeAll);

    const cases = contractCases.filter((one) => !host.excludes?.(complete(one.request)));
    test.each(cases)('$name', async (one) => {
      expect.hasAssertions();
      await runCase(await openFor(one), host, one);
    });

    test('the table has no two sentences that are the same', () => {
      const names = contractCases.map(({ name }) => name);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    });
  });
}
