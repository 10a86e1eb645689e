/** Says what to do with a request that no handler takes. */
export type UnhandledRequest = 'bypass' | 'warn' | 'error' | UnhandledRequestCallback;

/**
 * Called with each request without a handler. The request then goes to the network, unless this throws.
 *
 * @param print Writes msw's message to the console.
 */
export type UnhandledRequestCallback = (
  request: Request,
  print: { warning(): void; error(): void },
) => Promise<void> | void;

/** The used part of what msw 3 passes to `onUnhandledFrame`. */
interface Unhandled {
  readonly frame: {
    readonly data: {
      readonly request?: Request;
      readonly connection?: { readonly client: { readonly url: URL } };
    };
  };
  readonly defaults: { warn(): void; error(): void };
}

/** Returns the options for msw 2 (`onUnhandledRequest`) and msw 3 (`onUnhandledFrame`). */
export function unhandledOptions(handle: UnhandledRequest) {
  return {
    onUnhandledRequest: handle,
    onUnhandledFrame:
      typeof handle === 'string'
        ? handle
        : ({ frame: { data }, defaults }: Unhandled) =>
            // In msw 2, a WebSocket is a request too.
            handle(data.request ?? new Request(data.connection!.client.url), {
              warning: defaults.warn,
              error: defaults.error,
            }),
  };
}
