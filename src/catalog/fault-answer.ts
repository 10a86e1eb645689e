import type { ActiveFault } from '../contract/faults.ts';

/** What a fault answers, worked out once for all calls that it hits. */
export interface FaultAnswer {
  readonly status: number;
  /** `undefined` when the message depends on the operation. */
  readonly body: string | undefined;
  /** By lower-case names; `undefined` for none. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** What the fault gave for the body, which is kept nowhere else: it may be long. */
  given(): Pick<ActiveFault, 'error' | 'body'>;
}

/** `undefined` for a fault that leaves the answer to the operation. */
export function answerOf({
  status,
  error,
  headers,
  body,
}: Pick<ActiveFault, 'status' | 'error' | 'headers' | 'body'>): FaultAnswer | undefined {
  if (status === undefined) return undefined;
  const lower = headers && lowerCase(headers);
  const isText = typeof body === 'string' && lower !== undefined && 'content-type' in lower;
  const value = error === undefined ? body : { error };
  const text = isText ? body : JSON.stringify(value);
  const hasError = error !== undefined;
  const hasBody = body !== undefined;
  return {
    status,
    body: text,
    headers: lower,
    given() {
      if (hasError) return { error: (JSON.parse(text!) as { error: string }).error };
      return hasBody ? { body: isText ? text : (JSON.parse(text!) as unknown) } : {};
    },
  };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]),
  );
}
