/** Requests are texts of which each character is a byte (latin1). This is a text in UTF-8. */
export const utf8 = (text) => Buffer.from(text).toString('latin1');

export const host = 'Host: localhost';
export const key = 'X-API-Key: k';
export const asJson = 'Content-Type: application/json';

/** @param {readonly string[]} lines headers, whole */
export function head(line, lines) {
  return [line, ...lines, '', ''].join('\r\n');
}

/** A request with a body and its true length. */
export function withBody(line, lines, body) {
  return head(line, [...lines, `Content-Length: ${body.length}`]) + body;
}
