import { createMiddleware } from '@mswjs/http-middleware';
import express from 'express';

/**
 * msw handlers behind the middleware on Express, with nothing done about speed.
 *
 * @param {import('msw').HttpHandler[]} handlers
 * @param {number} port
 */
export function hostHandlers(handlers, port) {
  const app = express();
  app.use(createMiddleware(...handlers));
  app.listen(port, '127.0.0.1');
}
