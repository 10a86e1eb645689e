/** Shows on a terminal, in one line that comes and goes, how much of something has been done. */
export function createProgress(
  stream: { isTTY: boolean; write(text: string): unknown },
  words: (done: string, of: string) => string,
) {
  let shown = false;
  return {
    show(done: number, of: number): void {
      if (!stream.isTTY) return;
      shown = true;
      stream.write(`\r\x1b[K${words(done.toLocaleString('en'), of.toLocaleString('en'))}`);
    },
    end(): void {
      if (shown) stream.write('\r\x1b[K');
    },
  };
}
