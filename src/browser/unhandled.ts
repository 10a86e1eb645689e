/** What happens to a request that no handler is for. */
export type UnhandledRequest = 'bypass' | 'warn' | 'error' | UnhandledRequestCallback;

/**
 * Told of each request that no handler is for, which then goes to the network, unless this throws.
 *
 * @param print Writes msw's message to the console.
 */
export type UnhandledRequestCallback = (
  request: Request,
  print: { warning(): void; error(): void },
) => Promise<void> | void;

/** As much as is used of what msw 3 tells its `onUnhandledFrame`. */
interface Unhandled {
  readonly frame: {
    readonly data: {
      readonly request?: Request;
      readonly connection?: { readonly client: { readonly url: URL } };
    };
  };
  readonly defaults: { warn(): void; error(): void };
}

/** The same for both majors of msw: 2 reads `onUnhandledRequest` alone, 3 `onUnhandledFrame` alone. */
export function unhandledOptions(handle: UnhandledRequest) {
  return {
    onUnhandledRequest: handle,
    onUnhandledFrame:
      typeof handle === 'string'
        ? handle
        : ({ frame: { data }, defaults }: Unhandled) =>
            // As msw 2 has it, a WebSocket is a request too.
            handle(data.request ?? new Request(data.connection!.client.url), {
              warning: defaults.warn,
              error: defaults.error,
            }),
  };
}
