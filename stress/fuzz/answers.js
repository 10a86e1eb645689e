const statusLine = /^HTTP\/1\.1 ([1-5]\d\d) [\t -~\u0080-\u00ff]*$/;
const headerLine = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([\t -~\u0080-\u00ff]*)$/;

/**
 * Reads answers as strictly as HTTP has them (RFC 9112): what is not framed so ends the reading.
 *
 * @param {readonly string[]} methods of the requests, in their order
 */
export function createAnswerReader(methods) {
  let at = 0;
  let isTunnel = false;
  const reader = {
    /** Their heads have the empty line, and their bodies none of the chunks; all of it is in latin1. */
    answers: [],
    /** All that has come, in latin1. */
    text: '',
    /** How many final answers have come: not 1xx. */
    final: 0,
    /** What is wrong with the framing, if anything. */
    problem: undefined,
    /** What has come of an answer that is not whole. */
    get rest() {
      return isTunnel ? '' : reader.text.slice(at);
    },
    push(chunk) {
      reader.text += chunk.toString('latin1');
      while (take());
    },
  };

  function fail(what) {
    reader.problem = `${what}: ${JSON.stringify(reader.text.slice(at, at + 200))}`;
    return false;
  }

  /** @returns {boolean} whether there may be more to take */
  function take() {
    if (reader.problem !== undefined || isTunnel) return false;
    const { text } = reader;
    const headEnd = text.indexOf('\r\n\r\n', at) + 4;
    if (headEnd < 4) return false;
    const head = text.slice(at, headEnd);
    const [first, ...lines] = head.slice(0, -4).split('\r\n');
    const status = Number(statusLine.exec(first)?.[1]);
    if (!status) return fail('no status line');
    const headers = {};
    for (const line of lines) {
      const [, name, value] = headerLine.exec(line) ?? [];
      if (name === undefined) return fail(`no header line (${JSON.stringify(line)})`);
      const lower = name.toLowerCase();
      if (lower in headers && lower !== 'vary' && lower !== 'set-cookie')
        return fail(`${name} came twice`);
      headers[lower] = value;
    }
    const method = methods[reader.final] ?? 'GET';
    const answer = { status, head, headers, body: '', method };
    if (status === 101) isTunnel = true;
    // Of a request that no parser could read, nobody knows that it was HEAD.
    const isRefused =
      status >= 400 && headers['connection'] === 'close' && text.startsWith('{"error":', headEnd);
    const isEmpty =
      status < 200 || status === 204 || status === 304 || (method === 'HEAD' && !isRefused);
    if (isEmpty) at = headEnd;
    else if (headers['transfer-encoding'] !== undefined) {
      if (!takeChunks(answer, text, headEnd)) return false;
    } else {
      const length = headers['content-length'];
      if (!/^\d+$/.test(length ?? '')) return fail('an answer without a length');
      if (text.length < headEnd + Number(length)) return false;
      answer.body = text.slice(headEnd, headEnd + Number(length));
      at = headEnd + Number(length);
    }
    if (status >= 200) reader.final += 1;
    reader.answers.push(answer);
    return true;
  }

  function takeChunks(answer, text, start) {
    let from = start;
    for (;;) {
      const end = text.indexOf('\r\n', from);
      if (end === -1) return false;
      const size = text.slice(from, end);
      if (!/^[\da-f]+$/i.test(size))
        return fail(`no size of a chunk (${JSON.stringify(size.slice(0, 50))})`);
      const length = Number.parseInt(size, 16);
      if (text.length < end + 4 + length) return false;
      if (text.slice(end + 2 + length, end + 4 + length) !== '\r\n')
        return fail('a chunk without an end');
      answer.body += text.slice(end + 2, end + 2 + length);
      from = end + 4 + length;
      if (length === 0) break;
    }
    at = from;
    return true;
  }

  return reader;
}
