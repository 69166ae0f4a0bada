import { describe, expect, it } from '@jest/globals';
import { createApi, defineRequest, type MiddlewareContext } from '../../../../lib/index.js';
import { keyOfOrigin } from '../../../../lib/parts/resilience/rate-limit/rate-limit-plugin.js';
import { RateLimitPlugin } from '../../../../lib/resilience.js';
import { heldFetch } from '../../../support/held-fetch.js';
import { settleTasks } from '../../../support/limited.js';

describe('keyOfOrigin', () => {
  it.each([
    ['https://api.test/users?q=1', 'https://api.test'],
    ['HTTPS://API.test:8443', 'https://api.test:8443'],
    ['https://ada:secret@api.test/', 'https://api.test'],
    ['https://api.test?at=a@b', 'https://api.test'],
    ['https://api.test.evil.example/', 'https://api.test.evil.example'],
    ['https://api.test@other.test/', 'https://other.test'],
    ['http://api.test/users', 'http://api.test'],
    ['http://[::1]:80/x', 'http://[::1]:80'],
    ['/users', ''],
    ['users', ''],
    ['', ''],
  ])('of %p is %p', (url, key) => {
    expect(keyOfOrigin(url)).toBe(key);
  });
});

describe('keyFor (rules.md#rate-limit)', () => {
  const keyed = (keyFor: (ctx: MiddlewareContext) => unknown) => {
    class Keyed extends RateLimitPlugin {
      protected override keyFor(ctx: MiddlewareContext): string {
        return keyFor(ctx) as string;
      }
    }
    const { fetch, requests } = heldFetch();
    const api = createApi({
      baseUrl: 'https://api.test',
      fetch,
      middleware: [new Keyed({ concurrency: 1 })],
      requests: { read: defineRequest<object>()({ method: 'GET', path: '/:name' }) },
    });
    return { api, requests };
  };

  it('says what is counted together', async () => {
    const { api, requests } = keyed(
      ({ request }) => request.path + String(Object(request.params)['name'])[0]!,
    );
    for (const name of ['a1', 'a2', 'b1']) void api.read({ name });
    await settleTasks();
    expect(requests.map(({ url }) => url)).toEqual(['https://api.test/a1', 'https://api.test/b1']);
    for (const request of requests) request.answer({});
    await settleTasks();
    expect(requests[2]?.url).toBe('https://api.test/a2');
  });

  it('that throws ends the call with what it threw', async () => {
    const thrown = new Error('no tenant');
    const { api, requests } = keyed(() => {
      throw thrown;
    });
    const { error } = await api.read({ name: 'x' });
    expect([error?.kind, error?.cause, requests.length]).toEqual(['network', thrown, 0]);
  });

  it.each([undefined, null, 5, {}])('that gives no text ends the call, which says so', async (key) => {
    const { api, requests } = keyed(() => key);
    const { error } = await api.read({ name: 'x' });
    expect([error?.kind, requests.length]).toEqual(['network', 0]);
  });

  it('names what it gave', async () => {
    const { error } = await keyed(() => 5).api.read({ name: 'x' });
    expect(error?.message).toBe('GET /:name was not sent. What keyFor gives is a number: pass a text.');
  });
});
