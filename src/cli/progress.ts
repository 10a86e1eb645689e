import type { WriteStream } from 'node:tty';

/** Fewer pets are there before anybody could read of it. */
const worthShowing = 100_000;

/** Shows on a terminal, in one line that comes and goes, how many pets have been seeded. */
export function createProgress(stream: Pick<WriteStream, 'isTTY' | 'write'>) {
  let shown = false;
  return {
    show(made: number, of: number): void {
      if (!stream.isTTY || of < worthShowing) return;
      shown = true;
      const words = `Seeding pets: ${made.toLocaleString('en')} of ${of.toLocaleString('en')}`;
      stream.write(`\r\x1b[K${words}`);
    },
    end(): void {
      if (shown) stream.write('\r\x1b[K');
    },
  };
}
