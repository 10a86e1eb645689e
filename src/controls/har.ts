/** An HTTP Archive, version 1.2: what the developer tools of browsers save and read. */
export interface Har {
  log: {
    version: '1.2';
    creator: { name: string; version: string };
    entries: HarEntry[];
  };
}

/** A request and its response in an HTTP Archive. */
export interface HarEntry {
  /** ISO 8601, UTC. */
  startedDateTime: string;
  /** Milliseconds; 0 until it ends. */
  time: number;
  request: HarRequest;
  response: HarResponse;
  cache: Record<string, never>;
  timings: { send: number; wait: number; receive: number };
  comment?: string;
  /** The id of the fault that hit it, or `prefer`. */
  _fault?: string;
}

/** A name and a value. */
export interface HarPair {
  name: string;
  value: string;
}

/** The common part of requests and responses in an HTTP Archive. */
interface HarMessage {
  httpVersion: string;
  /** Empty: the header of cookies is redacted. */
  cookies: HarPair[];
  headers: HarPair[];
  headersSize: number;
  /** Bytes; -1 if it is not known, or without a response. */
  bodySize: number;
}

/** A request in an HTTP Archive. */
export interface HarRequest extends HarMessage {
  method: string;
  /** Absolute. */
  url: string;
  queryString: HarPair[];
  postData?: { mimeType: string; text: string; comment?: string };
}

/** A response in an HTTP Archive. */
export interface HarResponse extends HarMessage {
  /** 0 without a response. */
  status: number;
  statusText: string;
  content: { size: number; mimeType: string; text?: string; comment?: string };
  redirectURL: string;
  /** Why there is no response. */
  _error?: string;
}
