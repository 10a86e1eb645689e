import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { decisionsIn, type Dialect } from '../../src/contract/dialect.ts';
import { createOpenApi, type OpenApiDocument } from '../../src/service/openapi.ts';
import { jsonOf, type Answer } from './answer.ts';

interface ResponseObject {
  headers: Record<string, object>;
  content?: { 'application/json': { schema: object } };
}
interface HeaderObject {
  required: boolean;
  schema: { type: string };
}

const base = 'openapi.json';

/** The document of a dialect. */
export const openApiIn = (dialect: Dialect | undefined): OpenApiDocument =>
  createOpenApi({ serverUrl: 'http://127.0.0.1:4020/v2', dialect: decisionsIn(dialect) });

/** The document as the package carries it. */
export const openApi = openApiIn(undefined);

const checkers = new Map<string, ReturnType<typeof createOpenApiChecker>>();

/** The checker of a dialect, made once. */
export function checkerOf(dialect: Dialect | undefined) {
  const key = JSON.stringify(dialect ?? {});
  const checker = checkers.get(key) ?? createOpenApiChecker(openApiIn(dialect));
  checkers.set(key, checker);
  return checker;
}

/** Checks requests and answers with a third-party validator of OpenAPI documents. */
export function createOpenApiChecker(document: OpenApiDocument = openApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: base, ...document });

  /** What the document lets a value be, at a JSON pointer. */
  function problemsAt(pointer: string, value: unknown): string[] {
    const validate = ajv.getSchema(`${base}#${pointer}`);
    if (!validate) throw new Error(`The document has nothing at ${pointer}`);
    if (validate(value)) return [];
    return validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  function resolve(pointer: string): { pointer: string; value: unknown } {
    const steps = pointer.split('/').slice(1);
    let value: unknown = document;
    for (const step of steps) {
      value = (value as Record<string, unknown> | undefined)?.[
        step.replaceAll('~1', '/').replaceAll('~0', '~')
      ];
    }
    const link = (value as { $ref?: string } | undefined)?.$ref;
    return link === undefined ? { pointer, value } : resolve(link.slice(1));
  }

  /** How an answer differs from what the document says of it; empty when it does not. */
  function problemsOf(template: string, method: string, answer: Answer): string[] {
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const item = `/paths/${template.replaceAll('/', '~1')}`;
    const { pointer, value } = resolve(`${item}/${verb}/responses/${answer.status}`);
    if (value === undefined) return [`The status ${answer.status} is not in the document`];
    const { headers, content } = value as ResponseObject;
    const problems: string[] = [];
    for (const name of Object.keys(headers)) {
      const header = resolve(`${pointer}/headers/${name}`);
      const { required, schema } = header.value as HeaderObject;
      const sent = answer.headers[name.toLowerCase()];
      if (sent === undefined) {
        if (required) problems.push(`${name} is missing`);
        continue;
      }
      const typed = schema.type === 'integer' ? Number(sent) : sent;
      problems.push(
        ...problemsAt(`${header.pointer}/schema`, typed).map((problem) => `${name}${problem}`),
      );
    }
    if (method === 'HEAD') return problems;
    if (!content) return answer.body.length === 0 ? problems : [...problems, 'There is a body'];
    const body = `${pointer}/content/application~1json/schema`;
    return [...problems, ...problemsAt(body, jsonOf(answer))];
  }

  return { problemsAt, problemsOf, resolve };
}

/** The path of the document that a path of the service is for. */
export function templateOf(path: string, basePath: string): string {
  const [pathname = ''] = path.slice(basePath.length).split('?');
  const matching = Object.keys(openApi.paths).filter((template) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(pathname),
  );
  return matching.find((template) => !template.includes('{')) ?? matching[0] ?? '/pets/{petId}';
}
