/** The value of a JSON text; `undefined` where it is none, or there is no text. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text!) as unknown;
  } catch {
    return undefined;
  }
}
