import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { errorMessages } from '../contract/error-messages.ts';
import type { Service } from '../service/service.ts';
import { version } from '../version.ts';
import { createCors, headersOf } from './cors.ts';
import type { Place } from './msw-route.ts';
import type { AppSettings } from './options.ts';
import { sendError, sendJson, sendText } from './send.ts';

/** A page may load from this server only, and connect to it only. */
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

/** Swagger UI sets styles on elements, which the strict policy would refuse. */
const docsPolicy = strictPolicy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

const allow = 'GET, HEAD, OPTIONS';

/**
 * The dashboard, the API reference and the OpenAPI document: at the root, or below the path of the option
 * `dashboard`. An app that is mounted without that option has the API reference and the document only.
 */
export function createPages(
  service: Service,
  { admin, dashboard }: AppSettings,
  placeOf: (req: Request) => Place,
): Router {
  const root = dashboard ?? '';
  const hasDashboard = admin !== false;
  const docs = folder('docs', docsPolicy);
  const files = folder('dashboard', strictPolicy);
  const pages = express.Router({ caseSensitive: true });

  // Viewers and generators on other sites may read the document.
  const open = createCors({ origins: '*', methods: () => ['GET', 'HEAD'] });
  page('/openapi.json', async (req, res) => {
    sendJson(res, 200, await describe(req), headersOf(open(req.method, req.headers)));
  });
  page('/openapi.yaml', async (req, res) => {
    const { toYaml } = await import('../service/openapi.ts');
    const headers = headersOf(open(req.method, req.headers));
    sendText(res, 200, toYaml(await describe(req)), 'application/yaml; charset=utf-8', headers);
  });
  page('/docs', (req, res) => {
    // The links of the page are relative to the folder above it.
    if (req.path.endsWith('/')) res.redirect(308, `${placeOf(req).mount}${root}/docs`);
    else docs.send('index.html', req, res);
  });
  pages.use('/docs', docs.serve);

  // The app around this one has an icon and, unless `dashboard` says where, a root of its own.
  pages.use((req, _res, next) => {
    const isTheirs = dashboard === undefined || req.path === '/favicon.ico';
    next(placeOf(req).isMounted && isTheirs ? 'router' : undefined);
  });
  page('/favicon.ico', (req, res) => files.send('favicon.svg', req, res));
  page('/', (req, res, next) => {
    const here = placeOf(req).mount + root;
    // Express takes two slashes for one.
    if (req.path !== '/') return next();
    const [path = '', query] = req.originalUrl.split('?', 2);
    if (hasDashboard && !path.endsWith('/')) {
      // The links of the page are relative to its folder.
      return res.redirect(308, `${here}/${query === undefined ? '' : `?${query}`}`);
    }
    if (hasDashboard && req.accepts(['json', 'html']) === 'html') {
      return files.send('index.html', req, res);
    }
    sendJson(res, 200, index(placeOf(req).mount), { vary: 'Accept' });
  });
  if (hasDashboard) pages.use('/__dashboard', files.serve);
  if (dashboard === undefined) return pages;
  // The dashboard looks for its control plane below itself first.
  pages.use('/__admin', (_req, res) => sendError(res, 404, 'Not found'));
  return express.Router({ caseSensitive: true }).use(dashboard, pages);

  /** Adds a page. It takes GET and HEAD, and refuses other methods. */
  function page(path: string, answer: RequestHandler): void {
    pages.get(path, answer);
    pages.options(path, (req, res) => {
      const cors = path.startsWith('/openapi') ? headersOf(open(req.method, req.headers)) : {};
      res.writeHead(204, { ...cors, allow }).end();
    });
    pages.all(path, (req, res, next) => {
      // The app around this one may have an answer.
      if (placeOf(req).isMounted || req.path === '//') return next();
      sendError(res, 405, errorMessages.notAllowed(req.method), { allow });
    });
  }

  function index(mount: string): object {
    const here = mount + root;
    return {
      name: 'pet-catalog-mock',
      version,
      pets: `${mount}${service.settings.baseUrl.path}/pets`,
      openapi: `${here}/openapi.json`,
      docs: `${here}/docs`,
      ...(hasDashboard && { admin: `${mount}/__admin`, dashboard: `${here}/` }),
    };
  }

  async function describe(req: Request): Promise<object> {
    const { createOpenApi } = await import('../service/openapi.ts');
    const { baseUrl, model } = service.settings;
    const origin = `${req.protocol}://${req.headers.host ?? 'localhost'}`;
    const serverUrl = origin + placeOf(req).mount + baseUrl.path;
    return createOpenApi({ serverUrl, model, operations: service.operations.all });
  }
}

/** A folder of built files. A file whose name has a hash of its content may be cached for a year. */
function folder(name: string, policy: string) {
  const root = assetFolder(name);
  const setHeaders = (res: Response, path: string) => {
    const isHashed = /-[\w-]{8}\.\w+$/.test(path);
    res.removeHeader('x-powered-by');
    res.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    res.setHeader('content-security-policy', policy);
    res.setHeader('x-content-type-options', 'nosniff');
    res.setHeader('referrer-policy', 'no-referrer');
  };
  const plain = express.static(root, {
    index: false,
    redirect: false,
    acceptRanges: false,
    setHeaders,
  });
  const compressed = new Map<string, Promise<Buffer>>();
  const serveCompressed: RequestHandler = async (req, res, next) => {
    const path = join(root, req.path);
    const isText = /^(?:\/[\w-]+)+\.(?:js|css)$/.test(req.path);
    const isWanted = /^(?:GET|HEAD)$/.test(req.method) && req.acceptsEncodings('gzip');
    if (!isText || !isWanted || !existsSync(path)) return next();
    const body = compressed.get(path) ?? readFile(path).then((bytes) => promisify(gzip)(bytes));
    compressed.set(path, body);
    setHeaders(res, path);
    res.set({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' }).type(extname(path));
    res.send(await body);
  };
  return {
    serve: [serveCompressed, plain],
    send(file: string, _req: Request, res: Response): void {
      const path = join(root, file);
      if (!existsSync(path)) {
        return sendError(res, 404, 'The page has not been built: run "npm run build" first');
      }
      setHeaders(res, path);
      res.vary('Accept');
      res.sendFile(path, { cacheControl: false, acceptRanges: false });
    },
  };
}

/** Finds a folder of `dist` from the source and from the bundle, which lie at different depths. */
function assetFolder(name: string): string {
  let place = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(place, 'package.json')) && place !== dirname(place)) {
    place = dirname(place);
  }
  return join(place, 'dist', name);
}
