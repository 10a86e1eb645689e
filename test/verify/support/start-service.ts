import type { RequestListener } from 'node:http';
import { listening } from '../../control/support/started-server.ts';

/** Starts another service for one test, and returns its base URL. */
export const startService = async (listener: RequestListener) =>
  `${(await listening(listener)).origin}/v2`;

export const pets = [
  { id: '1', name: 'Alba', tag: 'cat' },
  { id: '2', name: 'Bruno', tag: '' },
  { id: '3', name: 'Cleo', tag: 'dog' },
];

/** Answers every request with a list of pets. */
export const alwaysPets: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(pets));
};

/** Starts a service that uses `listener` for an unknown pet, and answers the rest with a list of pets. */
export const startWithout = (listener: RequestListener) =>
  startService((request, response) =>
    (request.url?.includes('nobody') ? listener : alwaysPets)(request, response),
  );
