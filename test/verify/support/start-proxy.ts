import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ServerOptions } from '../../../src/server.ts';
import { startedServer } from '../../control/support/started-server.ts';
import { sendHttp } from '../../support/send-http.ts';
import { startService } from './start-service.ts';

interface ProxiedRequest {
  method: string;
  /** From the origin on. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type ProxiedAnswer = Pick<ProxiedRequest, 'headers' | 'body'> & { status: number };

/** One rule of the mock, broken: in what comes, in what is answered, or in place of it. */
export interface BrokenRule {
  request?(request: ProxiedRequest): void;
  answer?(answer: ProxiedAnswer, request: ProxiedRequest): void;
}

/** Starts the mock behind a proxy that breaks a rule of it. Gives the base URL, and what was asked. */
export async function startBroken(rule: BrokenRule, options: ServerOptions = {}) {
  const mock = await startedServer({ pets: 5, admin: false, ...options });
  const asked: ProxiedRequest[] = [];
  const url = await startService(async (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    const sent = await buffer(incoming);
    const request = { method, path, headers: { ...headers }, body: sent.toString('latin1') };
    asked.push({ ...request });
    rule.request?.(request);
    const answer = await forward(mock.port, request);
    rule.answer?.(answer, request);
    const body = Buffer.from(answer.body, 'latin1');
    delete answer.headers['content-length'];
    delete answer.headers['transfer-encoding'];
    const isHead = method === 'HEAD' || answer.status === 204;
    outgoing.writeHead(answer.status, {
      ...answer.headers,
      ...(!isHead && { 'content-length': body.length }),
    });
    outgoing.end(isHead ? undefined : body);
  });
  return { url, asked, mock };
}

async function forward(port: number, { headers, body, ...request }: ProxiedRequest) {
  const { 'transfer-encoding': _coding, ...sent } = headers as Record<string, string>;
  const bytes = body === '' ? undefined : Buffer.from(body, 'latin1');
  const answer = await sendHttp(port, { ...request, headers: sent, body: bytes });
  return { ...answer, body: Buffer.from(answer.body).toString('latin1') } as ProxiedAnswer;
}
