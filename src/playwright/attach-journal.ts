import { redactSecrets } from '../catalog/redact.ts';
import { reportLast } from '../catalog/report.ts';
import type { Har } from '../controls/har.ts';
import type { JournalEntry } from '../controls/requests.ts';

/** A catalog, the controls of one of its keys, or a control over HTTP. */
export interface JournalOwner {
  readonly requests: {
    list(): JournalEntry[] | Promise<JournalEntry[]>;
    toHar(): Har | Promise<Har>;
  };
}

/** Playwright's `testInfo`. */
export interface AttachableTest {
  attach(name: string, options: { body: string; contentType: string }): Promise<void>;
}

/**
 * Attaches the journal to a test's report: as text with a line for each request, as JSON, and as HAR.
 * Keys, `Authorization` and cookies are redacted. If the journal cannot be read, a text says why.
 * `petCatalogFixtures` calls it for each test that fails.
 *
 * @example
 * test.afterEach(async ({}, testInfo) => {
 *   if (testInfo.status !== testInfo.expectedStatus) await attachJournal(catalog, testInfo);
 * });
 */
export async function attachJournal(owner: JournalOwner, test: AttachableTest): Promise<void> {
  const attach = (extension: string, contentType: string, body: string) =>
    test.attach(`pet-catalog${extension}`, { body, contentType });
  try {
    const entries = (await owner.requests.list()).map(redactSecrets);
    const har = await owner.requests.toHar();
    const text = reportLast('The catalog', entries, entries.length);
    await attach('-requests.txt', 'text/plain', `${text}\n`);
    await attach('-journal.json', 'application/json', JSON.stringify(entries, null, 2));
    await attach('.har', 'application/json', JSON.stringify(har, null, 2));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await attach('-requests.txt', 'text/plain', `The journal could not be read: ${reason}\n`);
  }
}
