/** How long the server waits for a client, in milliseconds. */
export const clientLimits = {
  /** To send the head of a request, from the opening of the connection or the last response on. */
  headTime: 20_000,
  /** To send all of a request. */
  requestTime: 120_000,
  /** To send another request. Longer than clients keep a connection, so that none reuses one being closed. */
  idleTime: 65_000,
  /** To finish the TLS handshake. */
  handshakeTime: 20_000,
  /** To read any of a response that is ready for it, or to get one of too many that it waits for. */
  stallTime: 60_000,
  /** To get the responses to its requests in flight, once the server closes. */
  drainTime: 5000,
  /** To send more of a control body above 1 MiB. */
  bodyPauseTime: 20_000,
  /** To have its turn with such a body. */
  bodyTurnTime: 30_000,
};

export type ClientLimits = Readonly<typeof clientLimits>;
