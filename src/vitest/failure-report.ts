import type { TestContext } from 'vitest';

/**
 * Has a text stand below the last error with which an attempt of a test fails. `annotate` would be the
 * place for it, but throws once a test has failed.
 *
 * @param write Gives the text; `''` for none.
 */
export function reportBelowError(
  { task, onTestFailed }: Pick<TestContext, 'task' | 'onTestFailed'>,
  write: (context: TestContext) => Promise<string>,
): void {
  /** How many errors the attempts before this one have left. */
  const before = task.result?.errors?.length ?? 0;
  onTestFailed(async (context) => {
    const text = await write(context);
    const error = task.result?.errors?.slice(before).at(-1);
    if (!error || text === '') return;
    const { message } = error;
    error.message = `${message}\n\n${text}`;
    // Some reporters show the stack alone, which begins with the message.
    if (error.stack) error.stack = error.stack.replace(message, () => error.message);
  });
}
