import { describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../lib/index.js';
import { httpCacheMiddleware } from '../../lib/entries/http-cache.js';
import { FETCHES, useWatchedServers } from '../support/served.js';
import { until } from '../support/until.js';

const serve = useWatchedServers();

describe.each(FETCHES)('the connection of a response without a reader, over %s', (_name, fetchOf) => {
  const apiOf = (baseUrl: string) =>
    createApi({
      baseUrl,
      fetch: fetchOf(),
      middleware: [httpCacheMiddleware()],
      requests: { get: defineRequest<string>()({ method: 'GET', path: '/', responseType: 'text' }) },
    });

  it('is closed after a validation in the background', async () => {
    const { url, openOnes, requests } = await serve((response, _request, count) => {
      const field = count === 1 ? 'max-age=0, stale-while-revalidate=60' : 'no-store';
      response.setHeader('cache-control', field);
      if (count === 1) response.end('first');
      else response.write('endless');
    });
    const api = apiOf(url);
    await api.get();
    expect((await api.get()).data).toBe('first');
    await until(() => requests.length === 2 && openOnes() === 0);
  });

  it('is closed when its caller aborts', async () => {
    let write = (): void => undefined;
    const { url, openOnes, requests, controller, signal } = await serve((response, _request, count) => {
      response.setHeader('cache-control', 'no-store');
      if (count === 1) write = () => void response.write('endless');
      else response.end('own');
    });
    const api = apiOf(url);
    const calls = [api.get(undefined, { signal }), api.get()];
    await until(() => requests.length === 1);
    controller.abort();
    expect((await calls[0]!).error?.kind).toBe('abort');
    write();
    expect((await calls[1]!).data).toBe('own');
    await until(() => requests.length === 2 && openOnes() === 0);
  });
});
