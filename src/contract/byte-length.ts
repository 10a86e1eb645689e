const encoder = new TextEncoder();

/** How many bytes a text takes in UTF-8. Node counts them without making them. */
export const byteLength: (text: string) => number =
  typeof Buffer === 'function' && typeof Buffer.byteLength === 'function'
    ? (text) => Buffer.byteLength(text)
    : (text) => encoder.encode(text).byteLength;
