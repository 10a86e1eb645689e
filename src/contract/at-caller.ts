import { mapMembers, type Member } from './map-values.ts';

/** What a class of errors is, as far as `instanceof` needs it. */
type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Controls whose errors have the caller's line first in their stack, also those that come after a
 * wait: test runners print the code at that line. Other errors keep the stack that they have.
 *
 * @param errors What is the caller's to mend.
 */
export function atCaller<T extends object>(controls: T, errors: readonly ErrorClass[]): T {
  return mapMembers(controls, (member) => memberAtCaller(member, errors));
}

function memberAtCaller(member: Member, errors: readonly ErrorClass[]): Member {
  return function called(...args) {
    // Its `stack` is put into words only when it is read.
    const caller: { stack?: unknown } = {};
    const capture = () => (Error as Partial<ErrorConstructor>).captureStackTrace?.(caller, called);
    const rethrow = (error: unknown): never => {
      if (errors.some((one) => error instanceof one)) putFrames(error as Error, caller.stack);
      throw error;
    };
    try {
      const result = member(...args);
      if (!(result instanceof Promise)) return result;
      // Once it has waited, the stack is that of a timer or of a socket.
      capture();
      return result.catch(rethrow);
    } catch (error) {
      capture();
      return rethrow(error);
    }
  };
}

/** Browsers that cannot tell, or that write a stack in another way, keep the one that there is. */
function putFrames(error: Error, stack: unknown): void {
  const start = typeof stack === 'string' ? stack.indexOf('\n    at ') : -1;
  if (start < 0) return;
  error.stack = `${error.name}: ${error.message}${(stack as string).slice(start)}`;
}
