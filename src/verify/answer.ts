/** An answer of either side, as far as they are compared. */
export interface ServiceAnswer {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Its bytes. */
  readonly length: number;
  /** `undefined` where the body is no JSON. */
  readonly json: unknown;
  /** The beginning of the body, to be shown. */
  readonly text: string;
  /** Whether there is more of it. */
  readonly isCut: boolean;
}

/** In bytes. */
const mostText = 8000;

export function toAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): ServiceAnswer {
  const json = parse(new TextDecoder().decode(body));
  // A part of the whole text would keep all of it in memory.
  const text = new TextDecoder().decode(body.subarray(0, mostText));
  const { byteLength: length } = body;
  return { status, headers, length, json, text, isCut: length > mostText };
}

/** The value of a JSON text; `undefined` for any other. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
