import type { RequestListener } from 'node:http';
import { listening } from '../../control/support/started-server.ts';

/** A service of somebody else's, until the test is over. Gives its base URL. */
export const startService = async (listener: RequestListener) =>
  `${(await listening(listener)).origin}/v2`;

export const pets = [
  { id: '1', name: 'Alba', tag: 'cat' },
  { id: '2', name: 'Bruno', tag: '' },
  { id: '3', name: 'Cleo', tag: 'dog' },
];

/** Answers a list of pets, whatever is asked. */
export const alwaysPets: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(pets));
};

/** Answers so for a pet that is not there, and with a list of pets whatever else is asked. */
export const startWithout = (listener: RequestListener) =>
  startService((request, response) =>
    (request.url?.includes('nobody') ? listener : alwaysPets)(request, response),
  );
