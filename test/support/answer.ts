import type { PetCatalog, PetCatalogOptions } from '../../src/index.ts';
import type { complete } from '../../src/verify/cases/case.ts';

/** A request with nothing left to default. */
export type Sent = ReturnType<typeof complete>;

/** What came back, as bytes and lower-case headers, so that hosts can be compared. */
export interface Answer {
  status: number;
  statusText: string;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** A host that runs. */
export interface OpenHost {
  /** `undefined` when the host leaves the request alone, as msw does with what is not ours. */
  send(request: Sent): Promise<Answer | undefined>;
  /** The catalog behind it, where it is in this process. */
  readonly catalog: PetCatalog;
  /** What a client of the control plane is given, where there is one. */
  readonly controlUrl?: string;
  close(): Promise<void>;
}

/** A way in which requests reach the service. */
export interface Host {
  readonly name: string;
  /** Whether HTTP carries the answers, with the headers that belong to it. */
  readonly isHttp: boolean;
  open(options: PetCatalogOptions): Promise<OpenHost>;
  /** Returns why this host cannot run a case; `undefined` if it can. */
  excludes?(request: Sent): string | undefined;
}

export function textOf({ body }: Answer): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
}

export function jsonOf(answer: Answer): unknown {
  return JSON.parse(textOf(answer));
}

/** Fetch's response as an answer. */
export async function toAnswer(response: Response): Promise<Answer> {
  return {
    status: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  };
}
