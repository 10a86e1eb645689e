import type { IncomingMessage, ServerResponse } from 'node:http';

const pending = Symbol('100 Continue');

interface ExpectingRequest extends IncomingMessage {
  [pending]?: ServerResponse | undefined;
}

/**
 * Holds `100 Continue` back until the body is wanted: a request that is refused for its head is
 * refused without it. Node then closes the connection (RFC 9110, section 10.1.1), as nobody can tell
 * whether the body will come.
 */
export function holdContinue(req: ExpectingRequest, res: ServerResponse): void {
  req[pending] = res;
}

/** Sends it. The server asks one request of a connection after another, so that it comes in its turn. */
export function askForBody(req: ExpectingRequest): void {
  req[pending]?.writeContinue();
  req[pending] = undefined;
}
