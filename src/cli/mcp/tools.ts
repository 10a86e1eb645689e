import type { ToolAnnotations } from '@modelcontextprotocol/server';
import * as v from 'valibot';
import { segment } from '../../client/member.ts';
import { toQuery } from '../../client/filter-query.ts';
import type { Send } from '../../client/send.ts';
import { redactSecrets } from '../../catalog/redact.ts';
import { createInput, described } from '../../contract/input.ts';
import { toPlainSchema, toSchema, type Json } from '../../contract/json-schema.ts';
import { plainModel } from '../../contract/pet-model.ts';
import { shorten } from '../../contract/text.ts';
import type { AdminRoute } from '../../server/admin/route.ts';
import { adminRoutes } from '../../server/admin/routes/index.ts';

/** How many pets or requests a list has by default: a model reads all of them. */
const listLength = 20;
/** The longest result, in characters. Clients take about 25,000 tokens. */
const longest = 100_000;
/** How many characters of a text in a journal entry are shown. */
const longestText = 1000;

/** A tool: what a client shows to the model, and what runs when the model calls it. */
export interface Tool {
  /** `add_fault` */
  name: string;
  description: string;
  /** A JSON Schema for the model. The mock checks what is sent, and its messages say more. */
  inputSchema: Json;
  annotations: ToolAnnotations;
  /** Gives the result as JSON text. @throws with the message that the model gets. */
  run(args: Json, signal: AbortSignal): Promise<string>;
}

/** Makes the tools from the table of routes. @param send Sends to the server that is controlled. */
export function createControlTools(send: Send): Tool[] {
  // The routes of the server, of collections, of streams and of files do not become tools.
  const routes = adminRoutes.filter(
    ({ tag, run, success }) => !/^(?:server|collections)$/.test(tag) && run && !success.headers,
  );
  return routes.map((route) => {
    const { operationId, method, summary, description, success } = route;
    const readOnlyHint = method === 'GET';
    return {
      name: operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      description: `${summary}. ${description}`,
      inputSchema: inputSchemaOf(route),
      annotations: {
        readOnlyHint,
        // Other routes may remove or replace something.
        destructiveHint: !readOnlyHint && success.status !== 201,
        idempotentHint: readOnlyHint || method === 'PUT' || method === 'DELETE',
        // The tools reach only the mock.
        openWorldHint: false,
      },
      run: (args, signal) => callRoute(send, route, args, signal),
    };
  });
}

const takesId = ({ path }: AdminRoute) => path.includes('{id}');
const hasLimit = ({ query }: AdminRoute) => query !== undefined && 'limit' in query.schema.entries;

/**
 * Returns one schema for all that a route takes: the id, and the fields of the body or else the parameters.
 * It has no references and no `anyOf` at the top, because several models refuse them.
 */
function inputSchemaOf(route: AdminRoute): Json {
  const { query, body, tag } = route;
  // The list of requests has numbers as ids.
  const id =
    tag === 'requests' ? v.pipe(v.number(), v.integer()) : v.pipe(v.string(), v.minLength(1));
  const { entries = {} } = (body ?? query)?.schema ?? {};
  const all: Record<string, v.GenericSchema> = {
    ...(takesId(route) && { id: described(id, 'Which one.') }),
    ...(entries as Record<string, v.GenericSchema>),
  };
  if (hasLimit(route)) all['limit'] = v.optional(all['limit']!, listLength);
  return toSchema(v.strictObject(all), {
    errorMode: 'ignore',
    overrideSchema: (context) => {
      // The rules for names and safe numbers would only make the schema longer.
      const { maximum, propertyNames: _names, ...plain } = toPlainSchema(context);
      // These are the pets of a seed. A snapshot has a tool of its own.
      const isPets = context.valibotSchema.type === 'custom';
      return {
        ...plain,
        ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
        ...(isPets && { type: 'array', items: toSchema(plainModel.fixture) }),
      };
    },
  });
}

const idWords = 'the id, a string that a URL can have';
const idText = v.pipe(
  v.union([v.string(), v.number()], idWords),
  v.transform(String),
  // An empty id, or a dot, would give the path of the list.
  v.regex(segment, idWords),
);
const idInput = createInput(v.object({ id: idText }, 'an object with "id"'), 'The call');
export const noInput = createInput(v.strictObject({}), 'The call');

async function callRoute(
  send: Send,
  route: AdminRoute,
  args: Json,
  signal: AbortSignal,
): Promise<string> {
  const { method, path, query, body, tag } = route;
  const { id, ...rest } = args;
  if (takesId(route)) idInput.check(args);
  const given = takesId(route) ? rest : args;
  const filter = { ...(hasLimit(route) && { limit: listLength }), ...given };
  // The server checks a body.
  if (!body) (query ?? noInput).check(filter);
  const place = path.replace('/__admin', '').replace('{id}', encodeURIComponent(String(id)));
  const response = await send(`${method} ${place}`, {
    signal,
    ...(body ? { body: given } : { query: toQuery(filter) }),
  });
  if (response.status === 204) return toText({ done: true });
  // Bodies in the journal are long, and rarely needed.
  return toText(await response.json(), tag === 'requests');
}

/** Returns a result as JSON text without API keys. @param isShortened Long texts in it are cut. @throws when it is too long. */
export function toText(value: unknown, isShortened = false): string {
  const text = JSON.stringify(redactSecrets(value), (_name, part: unknown) =>
    isShortened && typeof part === 'string' ? shorten(part, longestText) : part,
  );
  if (text.length <= longest) return text;
  const problem = `The result has ${text.length} characters, and ${longest} at most are sent`;
  throw new Error(`${problem}: ask for less, with "limit" for example, or read it over HTTP`);
}
