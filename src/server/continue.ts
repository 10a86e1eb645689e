import type { IncomingMessage, ServerResponse } from 'node:http';
import { onConnectionClose } from './connection.ts';

const pending = Symbol('100 Continue');

interface ExpectingRequest extends IncomingMessage {
  [pending]?: (() => Promise<void> | undefined) | undefined;
}

/**
 * Holds `100 Continue` back until the body is wanted: a request that is refused for its head is
 * refused without it. Node then closes the connection (RFC 9110, section 10.1.1), as nobody can tell
 * whether the body will come.
 */
export function holdContinue(req: ExpectingRequest, res: ServerResponse): void {
  req[pending] = () => {
    if (res.socket) {
      res.writeContinue();
      return undefined;
    }
    // Queued behind another; Node would put it behind the head of its own response.
    return new Promise((resolve, reject) => {
      const forget = onConnectionClose(req, () => reject(new Error('The client went')));
      res.once('socket', () => {
        forget();
        res.writeContinue();
        resolve();
      });
    });
  };
}

/** @returns A promise where the body cannot be requested at once. */
export function askForBody(req: ExpectingRequest): Promise<void> | undefined {
  const asked = req[pending]?.();
  req[pending] = undefined;
  return asked;
}
