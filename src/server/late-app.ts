import type { App, createExpressApp } from './express-app.ts';
import { lazyPart, refusalOf } from './lazy-part.ts';
import { sendError } from './send.ts';
import { boundUnreadBody, hasBody } from './unread-body.ts';

const loadExpressApp = lazyPart(() => import('./express-app.ts'));

/** The app of Express, which takes long to load: requests that come before have to wait for it. */
export function lateExpressApp(...given: Parameters<typeof createExpressApp>) {
  const [service, , { adminToken = '' }, log] = given;
  service.catalogs.hide(adminToken);
  let loaded: App | undefined;
  const load = async () => {
    const { createExpressApp } = await loadExpressApp();
    return (loaded ??= createExpressApp(...given));
  };
  const app: App = (req, res, next) => {
    if (loaded) return loaded(req, res, next);
    const refuse = (error: unknown) => {
      const { status, message, headers } = refusalOf(error, log);
      if (hasBody(req)) boundUnreadBody(req, res);
      sendError(res, status, message, headers);
    };
    load().then((late) => late(req, res, next), refuse);
  };
  return { app, load };
}
