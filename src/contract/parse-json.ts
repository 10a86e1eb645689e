/** Returns the value of a JSON text; `undefined` if it is not JSON, or there is no text. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text!) as unknown;
  } catch {
    return undefined;
  }
}
