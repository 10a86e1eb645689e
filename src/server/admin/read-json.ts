import express, { type Request, type Response } from 'express';
import { errorMessages } from '../../contract/error-messages.ts';
import { clean } from '../sanitize.ts';
import { hasBody } from '../connection.ts';
import { AdminError, messages, throwAdminError } from './refusal.ts';

const parse = express.json({ limit: '64mb', strict: false, inflate: false });

/**
 * Reads the body of a control request as JSON.
 *
 * @returns `undefined` if there is no body.
 * @throws AdminError 413 for a body above 64 MiB, 415 for another content type or coding, 400 for text
 *   that is not JSON.
 */
export async function readJson(req: Request, res: Response): Promise<unknown> {
  if (!hasBody(req)) return undefined;
  // A form on another site can send text, but JSON needs a preflight.
  if (!req.is('application/json')) throwAdminError(415, errorMessages.wrongType.json);
  await new Promise<void>((resolve, reject) => {
    parse(req, res, (error?: unknown) => (error ? reject(toAdminError(error)) : resolve()));
  });
  return req.body as unknown;
}

function toAdminError(error: unknown): unknown {
  const { type, message } = error as Error & { type?: string };
  switch (type) {
    case 'entity.too.large':
      return new AdminError(413, messages.tooLarge);
    case 'encoding.unsupported':
      return new AdminError(415, 'The request body must not be compressed');
    case 'charset.unsupported':
      return new AdminError(415, 'The request body must be in UTF-8');
    case 'entity.parse.failed':
      return new AdminError(400, `The request body is not valid JSON: ${clean(message)}`);
    default:
      return error;
  }
}
