import { request as sendRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { startServer, type ServerOptions } from '../../../src/server.ts';
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
    const answer = await forward(new URL(mock.url).port, request);
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

function forward(port: string, { method, path, headers, body }: ProxiedRequest) {
  const bytes = Buffer.from(body, 'latin1');
  const sent = { ...headers };
  delete sent['transfer-encoding'];
  if (bytes.length > 0) sent['content-length'] = String(bytes.length);
  return new Promise<ProxiedAnswer>((resolve, reject) => {
    const request = sendRequest({ port, method, path, headers: sent }, async (message) => {
      const { statusCode: status = 0 } = message;
      resolve({ status, headers: { ...message.headers }, body: await readAll(message) });
    });
    request.on('error', reject);
    request.end(bytes);
  });
}

async function readAll(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('latin1')) text += String(chunk);
  return text;
}
