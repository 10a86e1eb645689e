import { afterAll, describe, expect, test } from 'vitest';
import { complete } from '../../src/verify/cases/case.ts';
import { optionsOf, type ContractCase } from './contract-case.ts';
import { contractCases } from '../contract/cases.ts';
import { dialectCases } from '../contract/dialect-cases.ts';
import type { Host, OpenHost } from './answer.ts';
import { runCase } from './run-case.ts';

const everyCase: readonly ContractCase[] = [...contractCases, ...dialectCases];

/** Runs all cases, or a part of them, on a host: one for each set of options, reset before each case. */
export function runContract(host: Host, table: readonly ContractCase[] = everyCase): void {
  describe(`the contract on ${host.name}`, () => {
    const running = new Map<string, Promise<OpenHost>>();

    async function openFor(one: ContractCase): Promise<OpenHost> {
      const options = JSON.stringify(optionsOf(one));
      let open = running.get(options);
      if (!open) {
        // Only one msw server at a time can intercept `fetch`.
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

    const cases = table.filter((one) => !host.excludes?.(complete(one.request)));
    test.each(cases)('$name', async (one) => {
      expect.hasAssertions();
      await runCase(await openFor(one), host, one);
    });
  });
}
