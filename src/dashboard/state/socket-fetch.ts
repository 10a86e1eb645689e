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
      let isOpened = false;
      socket.addEventListener('open', () => {
        isOpened = true;
        resolve(socket);
      });
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as Message & { id: number };
        calls.get(message.id)?.(message);
      });
      socket.addEventListener('close', () => {
        // Browsers delay a page that keeps failing to open one: only the next stream of events tries.
        if (isOpened) opening = undefined;
        resolve(undefined);
        for (const onMessage of calls.values()) onMessage({ error: 'The connection was lost' });
      });
    });
  }

  function send(socket: WebSocket, url: URL, init: RequestInit): Promise<Response> {
    const id = ++last;
    const { method = 'GET', headers = {}, body, signal } = init;
    const path = url.pathname + url.search;
    return new Promise((resolve, reject) => {
      let chunks!: ReadableStreamDefaultController<string>;
      const cancel = () => {
        const isUnderWay = calls.delete(id) && socket.readyState === socket.OPEN;
        if (isUnderWay) socket.send(JSON.stringify({ id, cancel: true }));
      };
      const stream = new ReadableStream<string>({
        start: (controller) => void (chunks = controller),
        cancel,
      });
      const fail = (reason: Error) => {
        calls.delete(id);
        chunks.error(reason);
        reject(reason);
      };
      signal?.addEventListener('abort', () => {
        cancel();
        fail(signal.reason as Error);
      });
      calls.set(id, ({ status, chunk, end, error }) => {
        if (error !== undefined) fail(new TypeError(error));
        else if (status === 204) resolve(new Response(null, { status }));
        else if (status !== undefined) {
          resolve(new Response(stream.pipeThrough(new TextEncoderStream()), { status }));
        } else if (chunk !== undefined) chunks.enqueue(chunk);
        else if (end && calls.delete(id)) chunks.close();
      });
      socket.send(JSON.stringify({ id, method, path, headers, body }));
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
      const isLong = String(init.body ?? '').length > longestBody;
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
