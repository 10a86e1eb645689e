/** How long the server waits for a client, in milliseconds. */
export interface ClientLimits {
  /** To send the head of a request, from the opening of the connection or the last response on. */
  readonly headTime: number;
  /** To send all of a request. */
  readonly requestTime: number;
  /** To send another request. Longer than clients keep a connection, so that none reuses one being closed. */
  readonly idleTime: number;
  /** To finish the TLS handshake. */
  readonly handshakeTime: number;
  /** To read any of a response that is ready for it, or to get one of too many that it waits for. */
  readonly stallTime: number;
  /** To get the responses to its requests in flight, once the server closes. */
  readonly drainTime: number;
  /** To send more of a control body above 1 MiB. */
  readonly bodyPauseTime: number;
  /** To have its turn with such a body. */
  readonly bodyTurnTime: number;
}

export const clientLimits: ClientLimits = {
  headTime: 20_000,
  requestTime: 120_000,
  idleTime: 65_000,
  handshakeTime: 20_000,
  stallTime: 60_000,
  drainTime: 5000,
  bodyPauseTime: 20_000,
  bodyTurnTime: 30_000,
};
