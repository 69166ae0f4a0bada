import { setTimeout } from 'node:timers/promises';
import { createApi, defineRequest } from 'homing';

export const title = 'dedupe: search as you type, where each call cancels the previous one';

/** Milliseconds per query. A shorter query takes longer, because it has more matches. */
const SEARCH_TAKES = { g: 2000, gr: 1000, grace: 10 };

export async function run({ baseUrl, server, expect, print }) {
  server.route('GET /search', async ({ query }) => {
    const text = query.get('q');
    await setTimeout(SEARCH_TAKES[text], null, { ref: false });
    return { json: `results for ${text}` };
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
    print('returned', data ?? `${q}: ${error?.kind}`);
    if (data) shown.push(data);
    return error?.kind ?? 'data';
  };

  const calls = [];
  for (const typed of ['g', 'gr', 'grace']) {
    calls.push(search(typed));
    await setTimeout(20);
  }

  expect('each new call aborted the previous one', await Promise.all(calls), ['abort', 'abort', 'data']);
  expect('only the results of the last call are shown', shown, ['results for grace']);
}
