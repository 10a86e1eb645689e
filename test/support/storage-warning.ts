/**
 * What a process has written without the warning that msw brings about in it from Node 25 on: it looks
 * whether there is a `localStorage`.
 */
export function withoutStorageWarning(text: string): string {
  return text.replaceAll(
    /^\(node:\d+\) ExperimentalWarning: localStorage is not available .*\n\(Use `node --trace-warnings .*\n/gm,
    '',
  );
}
