/** Milliseconds after which the page says why nothing happens. */
const patience = 1000;
/** Longer bodies are sent in a plain request: the server takes no longer message, in bytes. */
const longestBody = 256 * 1024;

interface Message {
  status?: number;
  chunk?: string;
  end?: true;
  error?: string;
}

/**
 * Sends control requests over a WebSocket. A browser has at most six plain requests under way to one
 * host, and an app whose requests hang, or the event streams of other tabs, may use them all. Where
 * no WebSocket gets through, requests are sent plainly.
 *
 * @param onStall Called when a request has no free connection, or seems to have none.
 */
export function createSocketFetch(onStall: () => void): typeof fetch {
  const calls = new Map<number, (message: Message) => void>();
  let opening: Promise<WebSocket | undefined> | undefined;
  let last = 0;

  function open(): Promise<WebSocket | undefined> {
    return new Promise((resolve) => {
      const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/__admin/socket`);
      let opened = false;
      socket.addEventListener('open', () => {
        opened = true;
        resolve(socket);
      });
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as Message & { id: number };
        calls.get(message.id)?.(message);
      });
      socket.addEventListener('close', () => {
        // Browsers delay a page that keeps failing to open one: only the next stream of events tries.
        if (opened) opening = undefined;
        resolve(undefined);
        for (const onMessage of calls.values()) onMessage({ error: 'The connection was lost' });
      });
    });
  }

  function send(socket: WebSocket, url: URL, init: RequestInit): Promise<Response> {
    const id = ++last;
    const { signal } = init;
    return new Promise((resolve, reject) => {
      let body: ReadableStreamDefaultController<Uint8Array> | undefined;
      const encoder = new TextEncoder();
      const forget = () => {
        calls.delete(id);
        signal?.removeEventListener('abort', onAbort);
      };
      const cancel = () => {
        if (!calls.has(id)) return;
        forget();
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ id, cancel: true }));
      };
      const fail = (reason: unknown) => {
        forget();
        if (body) body.error(reason);
        else reject(reason as Error);
      };
      const onAbort = () => {
        cancel();
        fail(signal!.reason);
      };
      signal?.addEventListener('abort', onAbort);
      calls.set(id, ({ status, chunk, end, error }) => {
        if (error !== undefined) fail(new TypeError(error));
        else if (status !== undefined) {
          const stream = new ReadableStream<Uint8Array>({
            start: (controller) => void (body = controller),
            cancel,
          });
          resolve(new Response(status === 204 ? null : stream, { status }));
        } else if (chunk !== undefined) body?.enqueue(encoder.encode(chunk));
        else if (end) {
          forget();
          body?.close();
        }
      });
      const { method = 'GET', headers = {} } = init;
      const path = url.pathname + url.search;
      const text = typeof init.body === 'string' ? init.body : undefined;
      socket.send(JSON.stringify({ id, method, path, headers, body: text }));
    });
  }

  return async (input, init = {}) => {
    init.signal?.throwIfAborted();
    // Opening is slow only where something blocks it, and then a plain request is slow as well.
    let timer = setTimeout(onStall, patience);
    try {
      const url = new URL(String(input));
      let socket = await (opening ??= open());
      if (!socket && url.pathname.endsWith('/events')) socket = await (opening = open());
      init.signal?.throwIfAborted();
      clearTimeout(timer);
      const isLong = typeof init.body === 'string' && init.body.length > longestBody;
      if (socket?.readyState === WebSocket.OPEN && !isLong) {
        return await send(socket, url, init);
      }
      timer = setTimeout(onStall, patience);
      return await fetch(input, init);
    } finally {
      clearTimeout(timer);
    }
  };
}
