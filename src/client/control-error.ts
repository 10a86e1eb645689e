/** A control request that did not succeed. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  /** The status of the answer; `null` when there was none (the server is not there, say). */
  readonly status: number | null;

  /** @param message The server's own, where there was an answer. */
  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
