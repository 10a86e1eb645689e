import type { ComponentChildren } from 'preact';

/** `now`, `12 s`, `3 min`, `2 h`, `5 d`. */
export function age(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 1) return 'now';
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/** `21 B`, `1.9 kB`, `2.5 MB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${Number(value.toFixed(1))} ${unit}`;
}

export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty stack">
      <p>{title}</p>
      <div class="soft">{children}</div>
    </div>
  );
}

export { count, countOf, duration, shorten } from '../../contract/text.ts';
