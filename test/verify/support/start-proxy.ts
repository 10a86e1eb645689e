import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { startServer, type ServerOptions } from '../../../src/server.ts';
import { sendHttp } from '../../support/send-http.ts';
import { startService } from './start-service.ts';

export interface ProxiedRequest {
  method: string;
  /** From the origin on. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ProxiedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** One rule of the mock, broken: in what comes, in what is answered, or in place of it. */
export interface BrokenRule {
  request?(request: ProxiedRequest): void;
  answer?(answer: ProxiedAnswer, request: ProxiedRequest): void;
}

/** Starts the mock behind a proxy that breaks a rule of it. Gives the base URL, and what was asked. */
export async function startBroken(rule: BrokenRule, options: ServerOptions = {}) {
  const mock = await startServer({ port: 0, pets: 5, admin: false, ...options });
  onTestFinished(() => mock.close());
  const asked: ProxiedRequest[] = [];
  const url = await startService(async (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers: { ...headers }, body: await readAll(incoming) };
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
  const proxied: ProxiedAnswer = { ...answer, body: Buffer.from(answer.body).toString('latin1') };
  return proxied;
}

async function readAll(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('latin1')) text += String(chunk);
  return text;
}
