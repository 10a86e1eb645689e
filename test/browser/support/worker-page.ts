import { startWorker, type RunningWorker, type WorkerOptions } from '../../../src/browser/index.ts';
import { createPetCatalog, type PetCatalogOptions, type Snapshot } from '../../../src/index.ts';
import { http, HttpResponse } from 'msw';
import type { Answer, Sent } from '../../support/answer.ts';

/** A request as it crosses into the page: a list of a million numbers takes seconds to cross. */
export type PageRequest = Omit<Sent, 'body'> & { body?: string | { base64: string } | undefined };

/** An answer as it crosses out of the page, with its bytes in base64. */
export type PageAnswer = Omit<Answer, 'body'> & { body: string };

/** What tests find in the page as `mock`. */
export interface PageMock {
  startWorker: typeof startWorker;
  /** The worker that runs, once `start()` has been called. */
  running: RunningWorker | undefined;
  http: typeof http;
  HttpResponse: typeof HttpResponse;
  start(options?: WorkerOptions): Promise<RunningWorker>;
  send(request: PageRequest): Promise<PageAnswer>;
  /**
   * Puts another catalog behind the worker and sends it requests.
   *
   * @returns The answers, and the state before and after the last of them.
   */
  play(
    options: PetCatalogOptions,
    requests: readonly PageRequest[],
  ): Promise<{ answers: PageAnswer[]; before: Snapshot; after: Snapshot }>;
}

declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of globalThis
  var mock: PageMock;
}

function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

globalThis.mock = {
  startWorker,
  running: undefined,
  http,
  HttpResponse,
  async start(options) {
    return (mock.running = await startWorker(options));
  },
  async send({ method, path, headers, body }) {
    const response = await fetch(location.origin + path, {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : toBytes(body.base64) }),
    });
    return {
      status: response.status,
      statusText: response.statusText,
      headers: Object.fromEntries(response.headers),
      body: toBase64(new Uint8Array(await response.arrayBuffer())),
    };
  },
  async play(options, requests) {
    const catalog = createPetCatalog(options);
    mock.running!.worker.resetHandlers(...catalog.handlers);
    const answers: PageAnswer[] = [];
    let before = catalog.snapshot();
    for (const request of requests) {
      before = catalog.snapshot();
      answers.push(await mock.send(request));
    }
    return { answers, before, after: catalog.snapshot() };
  },
};
