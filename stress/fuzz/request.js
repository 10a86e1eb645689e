/**
 * A request as bytes, of which each character of a text is one (latin1).
 *
 * @typedef {object} Piece
 * @property {string} kind for the table of the report
 * @property {string} text
 * @property {string} method an answer to HEAD has no body
 * @property {boolean} [isOdd] it may be read as another number of requests than one
 */

/** Text in UTF-8, one character a byte. */
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
