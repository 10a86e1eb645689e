import type { JournalEntry } from '../../client.ts';

/**
 * The keys behind what the server shows masked. Two keys may have one mask, so that a mask tells
 * none of them: the page knows the keys of its own requests, and those of catalogs that it has shown.
 */
export interface KnownKeys {
  /** Notes the key of a catalog. */
  noteCatalog(id: string, apiKey: string): void;
  ofCatalog(id: string): string | undefined;
  /** Notes the key of a request that is about to be sent; gives the id to send with it. */
  noteRequest(apiKey: string): string;
  ofRequest(entry: JournalEntry): string | undefined;
}

export function createKnownKeys(): KnownKeys {
  const catalogs = new Map<string, string>();
  const requests = new Map<string, string>();
  return {
    noteCatalog: (id, apiKey) => void catalogs.set(id, apiKey),
    ofCatalog: (id) => catalogs.get(id),
    noteRequest(apiKey) {
      const id = `dashboard-${Math.random().toString(36).slice(2)}`;
      requests.set(id, apiKey);
      return id;
    },
    ofRequest: ({ requestHeaders }) => requests.get(requestHeaders['x-request-id'] ?? ''),
  };
}
