import type { TestContext } from 'vitest';

type Task = TestContext['task'];

/** How many errors the attempts before this one have left. */
export function countErrors(task: Task): number {
  return task.result?.errors?.length ?? 0;
}

/**
 * Puts a text below the last error of an attempt. `annotate` would be the place for it, but throws once
 * a test has failed.
 *
 * @param before How many errors are of the attempts before it.
 */
export function addBelowError(task: Task, before: number, text: string): void {
  const error = task.result?.errors?.slice(before).at(-1);
  if (!error) return;
  const { message } = error;
  error.message = `${message}\n\n${text}`;
  // Some reporters show the stack alone, which begins with the message.
  if (error.stack?.includes(message))
    error.stack = error.stack.replace(message, () => error.message);
}
