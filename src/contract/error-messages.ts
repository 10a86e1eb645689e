/** The error messages of the service. */
export const errorMessages = {
  missingKey: 'The header X-API-Key is missing or empty; send an API key',
  invalidKey: 'The API key in the header X-API-Key is not valid',
  malformed: (param: string) => `The parameter ${param} in the path has a malformed percent-escape`,
  wrongType: {
    json: 'The header Content-Type must be application/json',
    text: 'The header Content-Type must be a type of text, such as text/plain',
    bytes: '',
    form: 'The header Content-Type must be multipart/form-data or application/x-www-form-urlencoded',
  },
  tooLarge: (maxBytes: number) => `The request body must be at most ${maxBytes} bytes`,
  full: (pets: number) => `The catalog is full: it holds ${pets} pets and takes no more`,
  tooLong: 'The list is longer than a JavaScript string can be; ask for fewer pets with "limit"',
  notAllowed: (method: string) => `The method ${method} is not allowed here`,
  cutOff: 'The catalog was reset while this request was in flight; send it again',
  failed: (operation: string) => `The operation ${operation} failed`,
} as const;
