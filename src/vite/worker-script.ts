import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Connect } from 'vite';
import { parseTarget } from '../server/request-target.ts';

export const workerName = 'mockServiceWorker.js';

/** Reads the worker script of the installed msw. */
export function readWorkerScript(): Promise<string> {
  return readFile(createRequire(import.meta.url).resolve(`msw/${workerName}`), 'utf8');
}

/** Returns whether the project has its own script. @param publicDir `''` if there is none. */
export function hasWorker(publicDir: string): boolean {
  return publicDir !== '' && existsSync(join(publicDir, workerName));
}

/** Serves the script below Vite's base. @param base With a slash at its end. */
export function serveWorkerScript(base: string, publicDir: string): Connect.NextHandleFunction {
  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isRead || parseTarget(req.url!).path !== base + workerName) return next();
    if (hasWorker(publicDir)) return next();
    readWorkerScript().then((source) => {
      res.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
      res.end(req.method === 'HEAD' ? undefined : source);
    }, next);
  };
}
