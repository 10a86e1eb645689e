import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestRecord } from '../catalog/record.ts';
import { readApiKey } from '../service/authenticate.ts';
import type { Service } from '../service/service.ts';
import { hasBody } from './connection.ts';
import type { RequestLog } from './log.ts';
import { parseTarget } from './request-target.ts';

/** Begins the journal entry of a request, once, and ends it with the response; the log gets a line. */
export type FollowRequest = (
  req: IncomingMessage,
  res: ServerResponse,
  mount: string,
) => RequestRecord;

/** Creates a follower for requests that Express answers. The service may claim the entry for an operation. */
export function createFollower(service: Service, log: RequestLog): FollowRequest {
  const records = new WeakMap<IncomingMessage, RequestRecord>();
  return (req, res, mount) => {
    const known = records.get(req);
    if (known) return known;
    const { journal } = service.catalogOf(req.headers);
    const { path, query } = parseTarget(req.url!);
    const record = journal.begin({
      method: req.method!,
      path: mount + path,
      mount,
      query,
      apiKey: readApiKey(req.headers['x-api-key']),
      operation: null,
      received: !hasBody(req),
      rawHeaders: req.rawHeaders,
    });
    records.set(req, record);
    res.once('close', () => {
      if (record.ended === 0) {
        record.responseHeaders = Object.entries(res.getHeaders()).flatMap(([name, value]) => [
          name,
          String(value),
        ]);
        journal.end(record, res.headersSent ? res.statusCode : null);
      }
      log.request(record);
    });
    return record;
  };
}
