/**
 * Joins the chunks of a body as they come. A client may send a chunk for each byte, and a chunk that
 * is kept takes hundreds of bytes.
 */
export function collectBytes() {
  let bytes = none;
  let length = 0;
  return {
    add(chunk: Uint8Array<ArrayBuffer>): void {
      const needed = length + chunk.byteLength;
      // A lone chunk is kept as it is. It has no room, so the next one is not written into it.
      if (length === 0) bytes = chunk;
      else {
        if (needed > bytes.byteLength) {
          const larger = new Uint8Array(Math.max(needed, 2 * length));
          larger.set(bytes.subarray(0, length));
          bytes = larger;
        }
        bytes.set(chunk, length);
      }
      length = needed;
    },
    length: () => length,
    /** All of them; the collector keeps none. */
    take(): Uint8Array<ArrayBuffer> {
      const all = length === bytes.byteLength ? bytes : bytes.subarray(0, length);
      bytes = none;
      length = 0;
      return all;
    },
  };
}

const none = new Uint8Array();
