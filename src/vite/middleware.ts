import type { IncomingMessage, ServerResponse } from 'node:http';

/** As connect has it. */
export type Middleware = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => void;
