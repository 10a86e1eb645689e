import openapiTS, { astToString, COMMENT_HEADER, type OpenAPI3 } from 'openapi-typescript';
import { format } from 'prettier';

/** The types of a document, as they are kept beside the client. */
export async function generateTypes(document: object): Promise<string> {
  // The document is one of OpenAPI 3.1, whose types here are wider than plain JSON.
  const nodes = await openapiTS(document as OpenAPI3);
  return format(COMMENT_HEADER + astToString(nodes), {
    parser: 'typescript',
    singleQuote: true,
    printWidth: 100,
  });
}
