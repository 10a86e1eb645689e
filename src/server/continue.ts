import type { IncomingMessage, ServerResponse } from 'node:http';

const wanted = Symbol('100 Continue');

/**
 * Holds `100 Continue` back until the body is wanted: a request that is refused for its head is
 * refused without it. Node then closes the connection (RFC 9110, section 10.1.1), as nobody can tell
 * whether the body will come.
 */
export function holdContinue(req: IncomingMessage, res: ServerResponse): void {
  req.once(wanted, () => res.writeContinue());
}

/** Sends it. The server asks one request of a connection after another, so that it comes in its turn. */
export function askForBody(req: IncomingMessage): void {
  req.emit(wanted);
}
