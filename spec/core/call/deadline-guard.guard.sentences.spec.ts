import { describe, expect, it } from '@jest/globals';
import { createApi, defineRequest } from '../../../lib/index.js';
import { oneEndpoint } from '../../support/one-endpoint.js';

describe('what ends a call says so', () => {
  it('the deadline, with its milliseconds', async () => {
    const fetch = () => new Promise<never>(() => {});
    const { error } = await oneEndpoint({ fetch }).call({}, { timeout: 5 });
    expect((error?.body as Error).message).toBe('The deadline of 5 ms passed.');
  });

  it('a newer call', async () => {
    const api = createApi({
      baseUrl: 'https://api.test',
      fetch: (_url, { signal }) =>
        new Promise((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('gone')));
          setTimeout(() => resolve(new Response('{}')), 1);
        }),
      requests: { read: defineRequest()({ method: 'GET', path: '/', dedupe: true }) },
    });
    const [older] = await Promise.all([api.read(), api.read()]);
    expect((older.error?.body as Error).message).toBe(
      'A newer call of the endpoint took the place of this one.',
    );
  });

  it('a signal without a reason, as those of React Native', async () => {
    const signal = Object.assign(new EventTarget(), { aborted: true, reason: undefined }) as AbortSignal;
    const { error } = await oneEndpoint().call({}, { signal });
    expect((error?.body as Error).message).toBe('The call was aborted.');
  });
});
