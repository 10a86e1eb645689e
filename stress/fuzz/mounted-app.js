// The service in an app of Express or of connect, which has parsers, pages and errors of its own.
import { createServer } from 'node:http';
import connect from 'connect';
import express from 'express';
import { createPetCatalog } from '../../dist/index.js';
import { createApp } from '../../dist/server.js';
import { fixtures, limits } from './hosts.js';

const app = process.argv.includes('--connect') ? connect() : express();
const sendOwn = (res, status, error) => {
  const body = JSON.stringify({ error });
  res.removeHeader('x-powered-by');
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  res.end(body);
};
app.use(
  '/mock',
  createApp(createPetCatalog({ fixtures, baseUrl: '/v2', ...limits }), { dashboard: '/__pets' }),
);
app.use((_req, res) => sendOwn(res, 404, 'Not found in the app around the service'));
app.use((_error, _req, res, next) => {
  if (res.headersSent) next(_error);
  else sendOwn(res, 500, 'The app around the service failed');
});

// Connect answers targets without a path itself, in HTML, unless it is told who does.
const server = createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
  const notFound = () => sendOwn(res, 404, 'Not found in the app around the service');
  try {
    app(req, res, notFound);
  } catch {
    // Connect throws at a target that is no URL, which Express takes for none of its own.
    notFound();
  }
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready on http://127.0.0.1:${server.address().port}/mock/v2`);
});
process.on('SIGTERM', () => {
  server.close(() => process.exit());
  server.closeAllConnections();
});
