/**
 * What may differ between two servers, and nothing else: times, and numbers that count what came
 * before. Where a body holds such a time, its length may differ, too.
 */
const times = [
  [/"(at|startedDateTime)":"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"$1":"-"'],
  [/"(durationMs|uptime|time|wait|send|receive)":\d[\d.e-]*/g, '"$1":0'],
  // Of a journal entry: arrivals are counted for ever.
  [/"id":\d+,/g, '"id":0,'],
  [/^(: )?id:? [\d-]+$/gm, '$1id -'],
  // Of a catalog: another after each start.
  [/"catalog":"[^"]*"/g, '"catalog":"-"'],
];

const withoutTimes = (text) => times.reduce((left, [time, by]) => left.replaceAll(time, by), text);

/** An answer to HEAD may have the length of a body that holds such a time. */
function neutral({ method, head, body, headers }) {
  if (method === 'HEAD') return head.replaceAll(/^(date|content-length): .*$/gim, '$1: -');
  const neutralBody = withoutTimes(body);
  let neutralHead = head.replace(/^(date): .*$/im, '$1: -');
  if (neutralBody !== body && headers['content-length'] !== undefined) {
    neutralHead = neutralHead.replace(/^(content-length): \d+/im, '$1: -');
  }
  return neutralHead + neutralBody;
}

/**
 * How a connection ended. Once an answer has come whole that closes it, what the client still sends is
 * reset, or not. So it is where a WebSocket has been closed.
 */
function endOf({ answers, rest, end }) {
  if (answers.some(({ status }) => status === 101)) return end === 'open' ? end : 'closed';
  const isClosing = rest === '' && answers.at(-1)?.headers['connection']?.toLowerCase() === 'close';
  // It was closed before the client had sent all.
  return (isClosing && end !== 'open') || end === 'EPIPE' ? 'closed' : end;
}

/** What is compared of two servers. */
export function comparable(played) {
  const { answers, problem, rest, text } = played;
  const whole = answers.map(neutral);
  const left = problem === undefined ? rest : text;
  const timeless = withoutTimes(left);
  let others = timeless.replaceAll(/^(date): .*$/gim, '$1: -');
  if (timeless !== left) {
    // A length, or the size of a chunk.
    others = others.replaceAll(/^(content-length: )\d+|^[\da-f]+\r$/gim, '$1-');
  }
  return { answers: whole, rest: others, end: endOf(played) };
}

/** Where a control request may have added faults, answers may be broken on purpose. */
const faulting = /^(?!GET|HEAD|DELETE).*\/__admin\/(?:faults|snapshot|scenarios)/;
export const mayFault = ({ pieces }) => pieces.some(({ text }) => faulting.test(text));

const stack =
  /\n\s+at |\bat (?:async )?[\w.<>[\] ]*\(?(?:file:|node:|\/)[^ )]*:\d+:\d+|node_modules|node:internal/;
const root = process.cwd();

/** The whole body of each refusal. */
function isError(body) {
  try {
    const value = JSON.parse(Buffer.from(body, 'latin1').toString());
    return (
      Object.keys(value).join() === 'error' && typeof value.error === 'string' && value.error !== ''
    );
  } catch {
    return false;
  }
}

/** An answer without an end, which its client has left. */
const endless = /^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*content-type: text\/event-stream/;

/** Node answers these itself where an app has no listeners for them; the mock has no say in it. */
const nodesOwn = new Set([400, 408, 413, 417, 431]);

/** What is wrong with the answers of one server, in words. */
export function findProblems(played, result) {
  const { answers, problem, rest } = result;
  const end = endOf(result);
  const found = [];
  const isFaulted = mayFault(played);
  const isMounted = played.group === 'mounted';
  // Behind a stream of events, what a client sends is read only so far, and its end not at all.
  if (end === 'open' && !endless.test(rest))
    found.push('the connection stays open after its client has ended it');
  if (!isFaulted) {
    if (problem !== undefined && !(isMounted && isNodesOwn(problem)))
      found.push(`not HTTP: ${problem}`);
    else if (rest !== '' && problem === undefined && !endless.test(rest))
      found.push(`an answer is cut short: ${JSON.stringify(rest.slice(0, 200))}`);
    if (end !== 'closed' && end !== 'open') found.push(`the connection ended with ${end}`);
  }
  for (const { status, headers, body, method, head } of answers) {
    const where = `${status} to ${method}`;
    if (body.includes(root) || head.includes(root)) found.push(`${where} shows the path of a file`);
    if (status < 400) continue;
    if (stack.test(body)) found.push(`${where} shows a stack`);
    if (isFaulted || method === 'HEAD' || (isMounted && nodesOwn.has(status) && body === ''))
      continue;
    if (!/^application\/json(?:;|$)/.test(headers['content-type'] ?? '')) {
      found.push(
        `${where} is no JSON but ${headers['content-type']}: ${JSON.stringify(body.slice(0, 200))}`,
      );
    } else if (!isError(body))
      found.push(`${where} is not {error}: ${JSON.stringify(body.slice(0, 200))}`);
  }
  return found;
}

const isNodesOwn = (problem) =>
  /^an answer without a length: "HTTP\/1\.1 4\d\d [A-Za-z ]+\\r\\nConnection: close\\r\\n\\r\\n"$/.test(
    problem,
  );

/** The first difference of two servers, in words; `undefined` when there is none. */
export function findDifference(one, other) {
  const length = Math.max(one.answers.length, other.answers.length);
  for (let index = 0; index < length; index += 1) {
    const [mine, theirs] = [one.answers[index], other.answers[index]];
    if (mine !== theirs && !bothRefuse(mine, theirs))
      return `answer ${index + 1} differs:\n${showBoth(mine, theirs)}`;
  }
  for (const name of ['rest', 'end']) {
    if (one[name] !== other[name]) return `${name} differs:\n${showBoth(one[name], other[name])}`;
  }
  return undefined;
}

/**
 * A body that is broken as HTTP can be too large, no UTF-8 or no JSON as well: which of these a server
 * sees first depends on how the body arrives.
 */
function bothRefuse(...two) {
  const refusal =
    /"The request (?:is not valid HTTP|body must be at most|body is not valid (?:JSON|UTF-8))/;
  return two.every((text) => refusal.test(text)) && two.some((text) => /valid HTTP/.test(text));
}

/** Both, from a little before where they part. */
function showBoth(one = 'nothing', other = 'nothing') {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const start = at < 300 ? 0 : at - 200;
  const show = (text) =>
    `    ${start > 0 ? '…' : ''}${JSON.stringify(text.slice(start, at + 400))}`;
  return `${show(one)}\n${show(other)}`;
}
