/**
 * A key as it may be shown: its first and last two characters (`te…01`). Of a key so short that
 * this would tell most of it, only the first; of one or two characters, nothing.
 */
export function mask(secret: string): string {
  if (secret.length > 5) return `${secret.slice(0, 2)}…${secret.slice(-2)}`;
  return secret.length > 2 ? `${secret.slice(0, 1)}…` : '…';
}
