import type { IncomingMessage, ServerResponse } from 'node:http';

const pending = Symbol('100 Continue');

interface ExpectingRequest extends IncomingMessage {
  [pending]?: (() => void) | undefined;
}

/**
 * Holds `100 Continue` back until somebody wants the body: a request that its head alone refuses is
 * refused without it, and its connection closes (RFC 9110, section 10.1.1), as nobody can tell
 * whether the body will come.
 */
export function holdContinue(req: ExpectingRequest, res: ServerResponse): void {
  res.setHeader('connection', 'close');
  req[pending] = () => {
    res.removeHeader('connection');
    res.writeContinue();
  };
}

/** Asks for the body of a request, if its client waits for that. */
export function askForBody(req: ExpectingRequest): void {
  req[pending]?.();
  req[pending] = undefined;
}
