import { expect } from 'vitest';
import { answer, failure } from './host.mjs';

/**
 * Tests a worker's client with two concurrent incoming requests. Each case has the code of both requests, which
 * synchronize through the server.
 */
export const acrossRequests = {
  'answers a call from the cache that another incoming request filled': [
    async ({ api, name, mark }) => {
      expect(await answer(api.cached({ name }))).toEqual({ n: 1 });
      await mark('filled');
    },
    async ({ api, name, when }) => {
      await when('filled');
      expect(await answer(api.cached({ name }))).toEqual({ n: 1 });
    },
  ],

  'lets calls of two incoming requests share one in flight': [
    async ({ api, name }) => expect(await answer(api.shared({ name }))).toEqual({ n: 1 }),
    async ({ api, name, when, mark }) => {
      await when('asked');
      const call = api.shared({ name });
      await mark('open');
      expect(await answer(call)).toEqual({ n: 1 });
    },
  ],

  'ends at its deadline when the incoming request that sent the shared one is over': [
    async ({ api, name, when }) => {
      const stop = new AbortController();
      const call = api.shared({ name }, { signal: stop.signal });
      await when('joined');
      stop.abort();
      await failure(call, 'abort');
    },
    async ({ api, name, when, mark }) => {
      await when('asked');
      const call = api.shared({ name }, { timeout: 300 });
      await mark('joined');
      await failure(call, 'timeout');
    },
  ],

  'ends the older call with dedupe, although another incoming request sent it': [
    async ({ api, name }) => failure(api.newest({ name }), 'abort'),
    async ({ api, name, when, mark }) => {
      await when('asked');
      await mark('open');
      await failure(api.newest({ name: `${name}-newer` }, { timeout: 300 }), 'timeout');
    },
  ],
};
