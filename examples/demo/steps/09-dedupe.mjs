import { setTimeout } from 'node:timers/promises';
import { createApi, defineRequest } from 'homing';

export const title = 'Search as you type: the last call wins, the older ones end';

/** The less was typed, the more is found, and the longer that takes. */
const SEARCH_TAKES = { g: 2000, gr: 1000, grace: 10 };

export async function run({ baseUrl, server, expect, print }) {
  server.route('GET /search', async ({ query }) => {
    const text = query.get('q');
    await setTimeout(SEARCH_TAKES[text], null, { ref: false });
    return { json: `found for ${text}` };
  });
  const api = createApi({
    baseUrl,
    requests: { search: defineRequest()({ method: 'GET', path: '/search', dedupe: true }) },
    onError: (error) => print('onError', error.message),
  });

  const shown = [];
  const search = async (q) => {
    print('called', `api.search({ q: '${q}' })`);
    const { data, error } = await api.search({ q });
    print('came home', data ?? `${q}: ${error?.kind}`);
    if (data) shown.push(data);
    return error?.kind ?? 'data';
  };

  const calls = [];
  for (const typed of ['g', 'gr', 'grace']) {
    calls.push(search(typed));
    await setTimeout(20);
  }

  expect('the older calls ended as the next one began', await Promise.all(calls), ['abort', 'abort', 'data']);
  expect('only what was asked for last is shown', shown, ['found for grace']);
}
