import { type SentRequest, stubFetch } from './client.js';

/** A request that waits for its `answer()` or `fail()`. */
export type HeldRequest = SentRequest;

/** Creates a stub of fetch whose requests wait for an answer by hand. */
export const heldFetch = () => {
  const fetch = stubFetch({ held: true });
  return { fetch, requests: fetch.requests };
};
