import type { IncomingMessage, ServerResponse } from 'node:http';
import { toEntry } from '../catalog/journal.ts';
import type { Reply } from '../operations/request.ts';
import type { Service } from '../operations/service.ts';
import { phraseOf } from '../contract/status-phrases.ts';
import { fixedCorsHeaders } from './cors.ts';
import { disrupt } from './disrupt.ts';
import { badHost } from './hosts.ts';
import type { RequestLog } from './log.ts';
import type { AppOptions } from './options.ts';
import { readBody } from './read-body.ts';
import { refuseRest, sendReply } from './send.ts';

/** Takes a request, or leaves it (`false`) to Express. */
export type FastLane = (req: IncomingMessage, res: ServerResponse) => boolean;

/** Characters that mean the same to every reader of a target. */
const plainTarget = /^[\w\-.~!$&'()*+,;=:@%/?]*$/;

/**
 * A host for plain calls of the three operations in front of Express and msw. It carries
 * requests to the same service and knows no rule of it; what is unusual it leaves to Express. A
 * differential test holds both to the same bytes.
 */
export function createFastLane(
  service: Service,
  cors: AppOptions['cors'],
  log: RequestLog,
): FastLane {
  const { settings, locate, catalogOf, answer } = service;
  const corsHeaders = fixedCorsHeaders(cors);
  if (corsHeaders === undefined || settings.delay !== 0) return () => false;

  function send(res: ServerResponse, reply: Reply): void {
    const { status, headers, body, record } = reply;
    if (reply.network !== undefined) disrupt(res, reply);
    else {
      if (status === 413) refuseRest(res);
      const all = { ...corsHeaders, ...headers };
      if (body === null || typeof body === 'string') {
        res.writeHead(status, phraseOf(status), all).end(body ?? undefined);
      } else sendReply(res, { ...reply, headers: all });
    }
    if (log.enabled) {
      const { at, method, path, query, operation, apiKey } = toEntry(record);
      void at;
      log.request({
        at: record.at,
        method,
        path,
        query,
        status: record.status,
        durationMs: record.durationMs ?? 0,
        operation,
        apiKey,
      });
    }
  }

  return (req, res) => {
    const { method, headers } = req;
    const url = req.url!;
    if ((method !== 'GET' && method !== 'POST') || !plainTarget.test(url)) return false;
    const mark = url.indexOf('?');
    const path = mark === -1 ? url : url.slice(0, mark);
    const place = locate(path);
    if (
      !place ||
      headers.prefer !== undefined ||
      badHost(req) !== undefined ||
      catalogOf(headers).faults.size > 0
    ) {
      return false;
    }
    const reply = answer(
      {
        method,
        path,
        query: mark === -1 ? '' : url.slice(mark + 1),
        headers,
        readBody: (limit) => readBody(req, limit),
      },
      place,
    );
    if (reply instanceof Promise) void reply.then((one) => send(res, one));
    else send(res, reply);
    return true;
  };
}
