import { describe, expect, it } from 'vitest';
import {
  createApi,
  defineRequest,
  type Middleware,
  type MiddlewareContext,
  Request,
} from '../../../../lib/index.js';
import { RateLimitPlugin } from '../../../../lib/entries/resilience.js';
import type { Untyped } from '../../../support/client.js';
import { heldFetch } from '../../../support/held-fetch.js';
import { settleTasks } from '../../../support/limited.js';

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

  it('determines which calls are counted together', async () => {
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

  it('ends the call with the error that it throws', async () => {
    const thrown = new Error('no tenant');
    const { api, requests } = keyed(() => {
      throw thrown;
    });
    const { error } = await api.read({ name: 'x' });
    expect({ kind: error?.kind, cause: error?.cause, length: requests.length }).toEqual({
      kind: 'network',
      cause: thrown,
      length: 0,
    });
  });

  it('ends the call with an explanation if it returns no string', async () => {
    const { api, requests } = keyed(() => 5);
    const { error } = await api.read({ name: 'x' });
    expect(error?.message).toBe('GET /:name was not sent. keyFor result is a number: pass a string.');
    expect({ kind: error?.kind, length: requests.length }).toEqual({ kind: 'network', length: 0 });
  });

  it.each([
    ['https://ada:secret@api.test/a', 'HTTPS://API.test/b', 1],
    ['https://api.test?at=a@b', 'https://api.test/', 1],
    ['https://api.test/', 'https://api.test.evil.example/', 2],
    ['https://api.test/', 'https://api.test@other.test/', 2],
    ['https://api.test/', 'http://api.test/', 2],
    ['https://api.test/', 'https://api.test:8443/', 2],
    ['http://[::1]:80/', 'http://[::1]:80/x', 1],
    ['/users', '/things', 1],
  ])('returns the origin by default: %s and %s', async (one, other, going) => {
    const { fetch, requests } = heldFetch();
    const toUrl: Middleware = ({ request }, next) => {
      request.url = String(request.params);
      return next();
    };
    const api = createApi({
      baseUrl: 'https://x.test',
      fetch,
      middleware: [toUrl, new RateLimitPlugin({ concurrency: 1 })],
      requests: { read: new Request<Untyped, Untyped>({ method: 'POST', path: '/' }) },
    });
    for (const url of [one, other]) void api.read(url);
    await settleTasks();
    expect(requests).toHaveLength(going);
  });
});
