import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { errorMessages } from '../contract/error-messages.ts';
import type { Service } from '../operations/service.ts';
import { version } from '../version.ts';
import { lazyPart } from './lazy-part.ts';
import type { AppSettings } from './options.ts';
import type { RequestContext } from './request-context.ts';
import { sendError, sendJson, sendText } from './send.ts';

type HttpError = Error & { status?: number };

const loadOpenApi = lazyPart(() => import('../operations/openapi.ts'));

/** What a page may load and connect to: this server only. */
const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const documents = ['/openapi.json', '/openapi.yaml'];
const allow = 'GET, HEAD, OPTIONS';

/** Swagger UI sets styles on elements, which the strict policy would refuse. */
const docsPolicy = strictPolicy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

/**
 * The dashboard and the documents: at the root, or where `dashboard` says. What has another method than
 * they have goes on; `refuseMethod` is for what nobody else has taken.
 */
export function createPages(
  service: Service,
  settings: AppSettings,
  contextOf: (req: Request) => Pick<RequestContext, 'isMounted' | 'mount'>,
  hasHandlers: () => boolean,
): { pages: RequestHandler; refuseMethod: RequestHandler } {
  const { dashboard: place } = settings;
  const hasDashboard = settings.admin !== false;
  const root = place ?? '';
  const router = express.Router({ caseSensitive: true });

  // Kept, as it takes many times as long as any other page.
  let yaml = { of: '', text: '' };
  // Viewers and generators on other sites may load them, even where they may not call the service.
  const open = cors({ methods: ['GET', 'HEAD'], maxAge: 600, preflightContinue: true });
  // Apart from the others, for which Express would answer what is left to handlers of the user's.
  const asked = express.Router({ caseSensitive: true });
  asked.options(documents, open);
  asked.options([...documents, '/docs', '/', '/favicon.ico'], (req, res, next) => {
    const { path, headers } = req;
    // A handler of the user's may take what a page of another origin asks about.
    const isPreflight = 'access-control-request-method' in headers && !documents.includes(path);
    const isTheirs = path === '//' || (path === '/favicon.ico' && contextOf(req).isMounted);
    if (isTheirs || (isPreflight && hasHandlers())) next();
    else res.writeHead(204, { allow }).end();
  });
  router.get('/openapi.json', open, async (req, res) => {
    sendJson(res, 200, await describe(req));
  });
  router.get('/openapi.yaml', open, async (req, res) => {
    const { toYaml } = await loadOpenApi();
    const json = JSON.stringify(await describe(req));
    if (yaml.of !== json) yaml = { of: json, text: toYaml(JSON.parse(json) as object) };
    sendText(res, 200, yaml.text, 'application/yaml; charset=utf-8');
  });

  const docsFiles = files('docs', docsPolicy);
  const dashboardFiles = files('dashboard', strictPolicy);
  router.use('/docs', docsFiles.serve);
  router.get(['/docs', '/docs/'], (req, res, next) => {
    // The links of the page are relative to what is above it.
    if (req.path.endsWith('/')) res.redirect(308, `${contextOf(req).mount}${root}/docs`);
    else docsFiles.sendPage(req, res, next);
  });
  if (hasDashboard) router.use('/__dashboard', dashboardFiles.serve);
  router.get('/favicon.ico', (req, res, next) => {
    // Browsers ask for it beside a document, and log that it is missing. Another app has its own.
    if (contextOf(req).isMounted) next();
    else dashboardFiles.send('favicon.svg', req, res, next);
  });

  router.get('/', (req, res, next) => {
    // Express treats two slashes as one, and none as one.
    if (req.path !== '/') return next();
    const { mount } = contextOf(req);
    const here = mount + root;
    if (hasDashboard && /^[^?]*[^/?](?:\?|$)/.test(req.originalUrl)) {
      // The links of the page are relative to it.
      const query = req.originalUrl.replace(/^[^?]*/, '');
      return res.redirect(308, `${here}/${query}`);
    }
    if (hasDashboard && req.accepts(['json', 'html']) === 'html') {
      return dashboardFiles.sendPage(req, res, next);
    }
    const index = {
      name: 'pet-catalog-mock',
      version,
      pets: `${mount}${service.settings.baseUrl.path}/pets`,
      openapi: `${here}/openapi.json`,
      docs: `${here}/docs`,
      ...(hasDashboard && { admin: `${mount}/__admin`, dashboard: `${here}/` }),
    };
    sendJson(res, 200, index, { vary: 'Accept' });
  });
  router.use(((error: HttpError, _req, res, next) => {
    if (error.status !== 412 || res.headersSent) next(error);
    else sendError(res, 412, 'The file is not the version that the headers of the request ask for');
  }) satisfies ErrorRequestHandler);
  const others = express.Router({ caseSensitive: true });
  others.all([...documents, '/docs', '/', '/favicon.ico'], ({ method, path }, res, next) => {
    if (path === '//') next();
    else if (method === 'OPTIONS') res.writeHead(204, { allow }).end();
    else sendError(res, 405, errorMessages.notAllowed(method), { allow });
  });
  const pages: RequestHandler = (req, res, next) =>
    (req.method === 'OPTIONS' ? asked : router)(req, res, next);
  if (place === undefined) return { pages, refuseMethod: others };
  // The dashboard looks for its control plane below itself, too: that is nothing for the journal.
  for (const one of [asked, router]) {
    one.use('/__admin', (_req, res) => sendError(res, 404, 'Not found'));
  }
  const at = (one: RequestHandler) => express.Router({ caseSensitive: true }).use(place, one);
  return { pages: at(pages), refuseMethod: at(others) };

  async function describe(req: Request): Promise<object> {
    const { createOpenApi } = await loadOpenApi();
    const { baseUrl, dialect } = service.settings;
    const origin = `${req.protocol}://${req.headers.host ?? 'localhost'}`;
    const serverUrl = origin + contextOf(req).mount + baseUrl.path;
    return createOpenApi({ serverUrl, dialect, operations: service.operations.all });
  }
}

/** Built files. Those with a hash of their content in their name may be cached for ever. */
function files(name: string, policy: string) {
  const serve = express.static(assetFolder(name), {
    index: false,
    redirect: false,
    acceptRanges: false,
    setHeaders(res, path) {
      const hashed = /-[\w-]{8}\.\w+$/.test(path);
      res.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      res.setHeader('content-security-policy', policy);
      res.setHeader('x-content-type-options', 'nosniff');
      res.setHeader('referrer-policy', 'no-referrer');
    },
  });
  /** Sends a file whatever its name is in the URL. */
  const send = (file: string, ...[req, res, next]: Parameters<RequestHandler>) => {
    const { url } = req;
    req.url = `/${file}`;
    void serve(req, res, (error?: unknown) => {
      req.url = url;
      if (error) next(error);
      else sendError(res, 404, `The page has not been built: run "npm run build" first`);
    });
  };
  const sendPage: RequestHandler = (req, res, next) => {
    res.vary('Accept');
    send('index.html', req, res, next);
  };
  return { serve, send, sendPage };
}

/** A folder of `dist`, found from the source and from the bundle, which lie at different depths. */
function assetFolder(name: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) {
    folder = dirname(folder);
  }
  return join(folder, 'dist', name);
}
