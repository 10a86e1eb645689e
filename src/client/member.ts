import type { ControlRow, Member } from '../controls/control-table.ts';
import type { RequestFilter } from '../controls/requests.ts';
import { refuseNoJson, toQuery } from './filter-query.ts';
import { jsonOf, type ControlRequest, type Query, type Send } from './send.ts';

/** Makes a member of the controls, which sends the request of its row. */
export function createMember({ line, takes = [], gives }: ControlRow, send: Send): Member {
  return async (...args) => {
    const request: ControlRequest = {};
    let target: string = line;
    for (const [index, kind] of takes.entries()) {
      const value = args[index];
      if (kind === 'id' || kind === 'number') {
        const id = String(kind === 'number' ? Number(value) : value);
        if (!segment.test(id)) return missing(line);
        target = line.replace('{id}', encodeURIComponent(id));
        request.mayBeMissing = true;
      } else if (kind === 'body') request.body = value;
      else if (kind === 'fault') request.body = toJsonFault(value);
      else if (kind === 'name') request.body = { name: value };
      else if (kind === 'filter') request.query = toQuery(value as RequestFilter | undefined);
      else {
        const { signal, ...options } = (value ?? {}) as Query & { signal?: AbortSignal };
        request.query = { ...request.query, ...options };
        request.signal = signal;
      }
    }
    const response = await send(target, request);
    if (!response.ok || response.status === 204 || gives === null) {
      await response.arrayBuffer();
      if (!response.ok) return missing(line);
      return isRemoval(line) || undefined;
    }
    const answer = await jsonOf<Record<string, unknown>>(response, request.signal);
    return gives === undefined ? answer : answer[gives];
  };
}

/** Reads the JSON that the control plane answers. */
export async function readJson<T>(send: Send, line: string, query?: Query): Promise<T> {
  return jsonOf<T>(await send(line, { ...(query && { query }) }));
}

/** An id that can stand in a path: not empty, not `.` or `..`, without half of a surrogate pair. @internal */
export const segment = /^(?!\.{0,2}$)\P{Surrogate}*$/u;

const isRemoval = (line: string) => line.startsWith('DELETE ') && line.includes('{id}');

/** Returns the result of a member if nothing has that id. */
const missing = (line: string) => (isRemoval(line) ? false : undefined);

/**
 * Returns a fault whose numbers are JSON. `Infinity` would become `null`, which removes a field: as text,
 * the server refuses it.
 */
function toJsonFault(fault: unknown): unknown {
  if (typeof fault !== 'object' || fault === null || Array.isArray(fault)) return fault;
  const members = Object.entries(fault).map(([name, value]: [string, unknown]) => {
    const isSentAsIs = (name === 'body' || name === 'match') && value !== undefined;
    if (isSentAsIs) refuseNoJson(`A fault: "${name}"`, value);
    const isLost = typeof value === 'number' && !Number.isFinite(value) && name !== 'body';
    return [name, isLost ? String(value) : value] as const;
  });
  return Object.fromEntries(members);
}
