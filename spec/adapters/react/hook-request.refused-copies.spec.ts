import { describe, expect, it } from 'vitest';
import { hookRequest } from '../../../lib/adapters/react/hook-request.js';
import { createApi, defineRequest, withHeaders, withOptions } from '../../../lib/index.js';
import { poll } from '../../../lib/entries/polling.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { until } from '../../support/until.js';

const setUp = () => {
  const { fetch, requests: sent } = heldFetch();
  const requests = {
    read: defineRequest<{ name: string }, { id: number }>()({ method: 'GET', path: '/users/:id' }),
  };
  return { api: createApi({ baseUrl: 'http://api.test', requests, fetch }), sent };
};

type Api = ReturnType<typeof setUp>['api'];

const keyOf = ({ read }: Api): string => hookRequest('useCall', read, { id: 1 }, undefined).key;

/** Invalid derived clients: all their calls fail, so none of their options apply. */
const REFUSED: readonly [string, (api: Api) => Api][] = [
  ['a token with a line break', (api) => withHeaders(api, { authorization: 'Bearer a\nb' })],
  ['a header that is not a string', (api) => withHeaders(api, { authorization: {} as string })],
  ['invalid options', (api) => withOptions(api, 'ada' as never)],
];

describe('an invalid derived client', () => {
  it.each(REFUSED)('has another request key than its client: %s', (_name, copyOf) => {
    const { api } = setUp();
    expect(keyOf(copyOf(api))).not.toBe(keyOf(api));
  });

  it.each(REFUSED)('has the same request key when it is derived again: %s', (_name, copyOf) => {
    const { api } = setUp();
    expect(keyOf(copyOf(api))).toBe(keyOf(copyOf(api)));
  });

  it.each(REFUSED)('shares no poll with its client: %s', async (_name, copyOf) => {
    const { api, sent } = setUp();
    const copy = copyOf(api);
    const told: unknown[] = [];
    const stops = [copy, api, copy].map((client, at) =>
      poll(client.read, { id: 1 }, ({ data, error }) => void told.push([at, data ?? error?.kind]), {
        every: 60_000,
      }),
    );
    await flush();
    expect(sent).toHaveLength(1);
    sent[0]!.answer({ name: 'Ada' });
    await until(() => told.length >= 3);
    for (const stop of stops) stop();
    expect(told).toEqual(
      expect.arrayContaining([
        [0, 'network'],
        [1, { name: 'Ada' }],
        [2, 'network'],
      ]),
    );
    expect(told).toHaveLength(3);
  });
});
