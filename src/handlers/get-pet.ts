import { callService, toResponse, type Resolver } from './fetch-adapter.ts';

/** `GET {base}/pets/{petId}`: the route has the id, as it was sent. */
export const getPet: Resolver = async (call) => toResponse(await callService(call), call);
