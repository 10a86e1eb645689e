import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestLog } from './log.ts';
import { sendError } from './send.ts';
import { boundUnreadBody, hasBody } from './unread-body.ts';

/** What is answered, with 500, where a part of the server that is loaded late cannot be. */
export const unloaded = 'The mock server could not load a part of itself; its log says why';

export function refuseUnloaded(
  error: unknown,
  req: IncomingMessage,
  res: ServerResponse,
  log: RequestLog,
): void {
  log.error(error);
  if (hasBody(req)) boundUnreadBody(req, res);
  sendError(res, 500, unloaded);
}
