import { createApi, defineRequest } from 'homing';
import { expect } from 'vitest';

/** What the runtime's host says: `server`, the base URL for real HTTP, and `fetch`, undefined for the global one. */
export const host = {};

/** A client with one endpoint, `call`, that asks the real server with the fetch under test. */
export const client = (config, clientConfig) =>
  createApi({
    baseUrl: host.server,
    fetch: host.fetch,
    requests: { call: defineRequest()({ method: 'GET', ...config }) },
    ...clientConfig,
  });

/** The error of a call that has to fail so. */
export const failure = async (running, kind) => {
  const { data, error } = await running;
  expect([data, error?.kind]).toEqual([null, kind]);
  return error;
};

/** The data of a call that has to succeed. */
export const answer = async (running) => {
  const { data, error } = await running;
  expect(error).toBeNull();
  return data;
};
