import { ControlError, createSend, jsonOf, toHeaders, untilAborted } from './send.ts';
import type { ControlOptions, Send } from './send.ts';

/**
 * Sends requests for a key, in the header that the server's `isolate` names. It asks the server for that
 * name once, and again for each stream.
 *
 * @throws TypeError for a key that is empty, or that no header can carry.
 */
export function createSendForKey(options: ControlOptions, apiKey: string): Send {
  const given = typeof apiKey === 'string' ? apiKey : '';
  const { 'x-api-key': key } = toHeaders('apiKey', { 'x-api-key': given });
  if (!key) throw new TypeError('Option "apiKey" must be a key that is not empty');
  const { apiKey: _apiKey, catalog: _catalog, ...others } = options;
  const send = createSend(others);
  let header: Promise<string> | undefined;

  async function findHeader(): Promise<string> {
    const info = await jsonOf<{ isolate?: unknown } | null>(await send('GET /info'));
    if (info?.isolate === true) return 'x-api-key';
    // In lower case, so that it replaces a header of the options.
    if (typeof info?.isolate === 'string') return info.isolate.toLowerCase();
    const expected = 'true or the name of a header for forKey(...)';
    // A status, so that a subscription does not try again.
    throw new ControlError(
      `Option "isolate" must be ${expected}, not ${String(info?.isolate)}`,
      400,
    );
  }

  return async (line, request = {}) => {
    if (line === 'GET /health') return send(line, request);
    // The stream may reconnect to another server.
    if (line === 'GET /events') header = undefined;
    // After a failure it asks again: the server may not be up yet.
    header ??= findHeader().catch((error: unknown) => {
      header = undefined;
      throw error;
    });
    const name = await untilAborted(header, request.signal);
    return send(line, { ...request, headers: { ...request.headers, [name]: key } });
  };
}
