/** Longer bodies are sent in a plain request: the server takes no longer message, in bytes. */
const longestBody = 256 * 1024;

/**
 * Sends each control request over a WebSocket of its own. A browser has at most six plain requests under
 * way to one host, and an app whose requests hang, or the event streams of other tabs, may use them all.
 * Where no WebSocket gets through, requests are sent plainly.
 */
export function createSocketFetch(): typeof fetch {
  let isBlocked = false;
  return async (input, init = {}) => {
    const url = new URL(String(input));
    const isLong = String(init.body ?? '').length > longestBody;
    // Browsers delay a page that keeps failing to open one: only the next stream of events tries.
    const mayOpen = !isLong && (!isBlocked || url.pathname.endsWith('/events'));
    const socket = mayOpen ? await open() : undefined;
    if (mayOpen) isBlocked = !socket;
    if (init.signal?.aborted) socket?.close();
    init.signal?.throwIfAborted();
    return socket ? send(socket, url, init) : fetch(input, init);
  };
}

function open(): Promise<WebSocket | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/__admin/socket`);
    socket.addEventListener('open', () => resolve(socket));
    socket.addEventListener('close', () => resolve(undefined));
  });
}

/** Sends one request. The first message of the socket is the status, the next ones are the body. */
function send(socket: WebSocket, { pathname, search }: URL, init: RequestInit): Promise<Response> {
  const { method = 'GET', headers = {}, body, signal } = init;
  return new Promise((resolve, reject) => {
    let chunks!: ReadableStreamDefaultController<string>;
    const stream = new ReadableStream<string>({
      start: (controller) => void (chunks = controller),
      cancel: () => socket.close(),
    });
    let isAnswered = false;
    const fail = (reason: Error) => {
      socket.close();
      chunks.error(reason);
      reject(reason);
    };
    signal?.addEventListener('abort', () => fail(signal.reason as Error));
    socket.addEventListener('message', ({ data }) => {
      if (isAnswered) return chunks.enqueue(String(data));
      isAnswered = true;
      const status = Number(data);
      const bytes = status === 204 ? null : stream.pipeThrough(new TextEncoderStream());
      resolve(new Response(bytes, { status }));
    });
    socket.addEventListener('close', ({ code }) => {
      if (code === 1000) chunks.close();
      else fail(new TypeError('The connection was lost'));
    });
    socket.send(JSON.stringify({ method, path: pathname + search, headers, body }));
  });
}
