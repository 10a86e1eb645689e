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

/** The first message is the status, those after it are the body, and the end is that of the socket. */
async function send(socket: WebSocket, { pathname, search }: URL, init: RequestInit) {
  const { method = 'GET', headers = {}, body, signal } = init;
  const messages = new ReadableStream<string>({
    start(controller) {
      socket.addEventListener('message', ({ data }) => controller.enqueue(String(data)));
      socket.addEventListener('close', ({ code }) => {
        if (code === 1000) controller.close();
        else controller.error(new TypeError('The connection was lost'));
      });
      signal?.addEventListener('abort', () => {
        controller.error(signal.reason);
        socket.close();
      });
    },
    cancel: () => socket.close(),
  });
  socket.send(JSON.stringify({ method, path: pathname + search, headers, body }));
  const reader = messages.getReader();
  const status = Number((await reader.read()).value);
  reader.releaseLock();
  return new Response(status === 204 ? null : messages.pipeThrough(new TextEncoderStream()), {
    status,
  });
}
