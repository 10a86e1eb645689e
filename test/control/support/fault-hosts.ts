import { onTestFinished } from 'vitest';
import type { PetCatalogOptions } from '../../../src/index.ts';
import { complete, fixtures, type CaseRequest } from '../../../src/verify/cases/case.ts';
import { jsonOf, textOf, type Answer, type Host } from '../../support/answer.ts';
import { catalogFetch, setupServerFetch } from '../../support/hosts-in-process.ts';
import { mountedHost, onExpress, serverHost } from '../../support/hosts-over-http.ts';

/** Each way in which a call comes to the faults. */
export const faultHosts: readonly Host[] = [
  catalogFetch,
  setupServerFetch,
  serverHost('the server', {}),
  serverHost('the server on Express', onExpress),
  mountedHost('an app below a path of another', { below: true }),
];

/** A host with the pets `alba`, `bruno` and `cleo`, closed when the test is over. */
export async function opened(host: Host, options: PetCatalogOptions = {}) {
  const { catalog, send, close } = await host.open({ fixtures, ...options });
  onTestFinished(close);
  const call = async (request: CaseRequest = {}): Promise<Answer> => {
    const answer = await send(complete(request));
    if (!answer) throw new Error('The host left the request alone');
    return answer;
  };
  return {
    catalog,
    faults: catalog.faults,
    call,
    /** The statuses of calls, one after another. */
    async statuses(...requests: CaseRequest[]): Promise<number[]> {
      const statuses: number[] = [];
      for (const request of requests) statuses.push((await call(request)).status);
      return statuses;
    },
  };
}

export { jsonOf, textOf };
