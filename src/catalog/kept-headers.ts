import { redactSecret } from './redact.ts';

/** The headers of a message as the journal keeps them: nothing is made of them until they are read. */
export interface KeptHeaders {
  /** Names and values in turn, as they came. */
  readonly raw: readonly string[];
  /** In characters. */
  readonly length: number;
  /** Redacts keys where they turn up in a value. */
  readonly redact: (text: string) => string;
}

export function keepHeaders(raw: readonly string[], redact: (text: string) => string): KeptHeaders {
  return { raw, length: lengthOf(raw), redact };
}

export function lengthOf(raw: readonly string[]): number {
  let length = 0;
  for (const text of raw) length += text.length;
  return length;
}

/** Whether the same headers came again: clients send the same ones with each request. */
export function areSame({ raw }: KeptHeaders, other: readonly string[]): boolean {
  return raw.length === other.length && raw.every((text, index) => text === other[index]);
}

const secret = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'set-cookie',
  'x-api-key',
]);

/** Headers as they are shown: by their lower-case names, secrets redacted, several of a name joined. */
export function showHeaders({
  raw,
  redact,
}: Pick<KeptHeaders, 'raw' | 'redact'>): Record<string, string> {
  const shown = new Map<string, string>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!.toLowerCase();
    const value = raw[index + 1]!;
    const safe = secret.has(name) ? redactSecret(value) : redact(value);
    const before = shown.get(name);
    shown.set(name, before === undefined ? safe : `${before}, ${safe}`);
  }
  return Object.fromEntries(shown);
}
