/** What the control plane refuses with, and its OpenAPI document has as examples. */
export const messages = {
  needsToken: 'The control plane needs its token: send the header Authorization: Bearer TOKEN',
  otherOrigin: 'The control plane takes changes only from its own origin',
  noCatalog: (number: string) =>
    `There is no catalog ${number}; GET /__admin/catalogs lists those in memory`,
  busy: 'Other long request bodies are being read: try again later',
} as const;
