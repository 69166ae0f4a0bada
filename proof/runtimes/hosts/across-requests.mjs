import { fails, same, succeeds } from '../suite/expect.mjs';

/**
 * What a worker's client does for two incoming requests at once: each case is what the one and what the other does.
 * They meet through the server.
 */
export const acrossRequests = {
  'answers a call from the cache that another incoming request filled': [
    async ({ api, name, mark }) => {
      succeeds(await api.cached({ name }), { n: 1 });
      await mark('filled');
    },
    async ({ api, name, when }) => {
      await when('filled');
      succeeds(await api.cached({ name }), { n: 1 });
    },
  ],

  'lets calls of two incoming requests share one in flight': [
    async ({ api, name }) => succeeds(await api.shared({ name }), { n: 1 }),
    async ({ api, name, when, mark }) => {
      await when('asked');
      const call = api.shared({ name });
      await mark('open');
      succeeds(await call, { n: 1 });
    },
  ],

  'ends at its deadline when the incoming request that sent the shared one is over': [
    async ({ api, name, when }) => {
      const stop = new AbortController();
      const call = api.shared({ name }, { signal: stop.signal });
      await when('joined');
      stop.abort();
      fails(await call, 'abort');
    },
    async ({ api, name, when, mark }) => {
      await when('asked');
      const call = api.shared({ name }, { timeout: 300 });
      await mark('joined');
      fails(await call, 'timeout');
    },
  ],

  'ends the older call with dedupe, although another incoming request sent it': [
    async ({ api, name }) => fails(await api.newest({ name }), 'abort'),
    async ({ api, name, when, mark }) => {
      await when('asked');
      await mark('open');
      same((await api.newest({ name: `${name}-newer` }, { timeout: 300 })).error.kind, 'timeout');
    },
  ],
};
