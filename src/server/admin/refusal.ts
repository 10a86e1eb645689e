import { show } from '../../contract/errors.ts';

/** Messages of the control plane. Its OpenAPI document shows some as examples. */
export const messages = {
  needsToken: 'The control plane needs its token: send the header Authorization: Bearer TOKEN',
  wrongToken:
    'The token in the header Authorization is wrong: send Authorization: Bearer TOKEN with the token of the server',
  otherHost:
    'The control plane answers only to loopback names such as localhost in the Host header',
  otherMachine:
    'The control plane answers only this machine: set "adminToken" to open it to others',
  otherReader: 'The control plane is read only by pages of its own origin',
  otherOrigin:
    'The control plane takes changes only from its own origin (a proxy must keep the header Host)',
  invalidKey: 'The API key in the header X-API-Key is not valid, so it has no catalog',
  needsKey: (header: string) =>
    `With isolation a change needs the header ${header}, to say whose catalog it is for, or its number in ?catalog=`,
  noCatalog: (number: string) =>
    `There is no catalog ${show(number)}; GET /__admin/catalogs lists those in memory`,
  tooLarge: 'The request body must be at most 64 MiB',
  closing: 'The mock server is closing',
} as const;

export function throwAdminError(status: number, message: string): never {
  throw new AdminError(status, message);
}

/** An error of the control plane itself, not of a member that it calls. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(status: number, message: string, headers?: Readonly<Record<string, string>>) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}
