import { createApi, defineRequest } from 'homing';
import { expect } from 'vitest';

/**
 * The settings of the runtime's host: `server`, the base URL for real HTTP, and `fetch`; undefined for the global
 * fetch.
 */
export const host = {};

/** A client with one endpoint, `call`, that calls the real server with the tested fetch. */
export const client = (config, clientConfig) =>
  createApi({
    baseUrl: host.server,
    fetch: host.fetch,
    requests: { call: defineRequest()({ method: 'GET', ...config }) },
    ...clientConfig,
  });

/** The error of a call that must fail with this kind. */
export const failure = async (running, kind) => {
  const { data, error } = await running;
  expect([data, error?.kind]).toEqual([null, kind]);
  return error;
};

/** The data of a call that must succeed. */
export const answer = async (running) => {
  const { data, error } = await running;
  expect(error).toBeNull();
  return data;
};
