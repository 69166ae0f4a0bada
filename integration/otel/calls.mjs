import { cacheMiddleware, createApi, defineRequest, retryMiddleware } from 'homing';
import { observe, observers } from 'homing/observe';
import { openTelemetry } from 'homing/otel';
import { jsonLines } from 'homing/stream';

const get = (path, rest) => defineRequest()({ method: 'GET', path, ...rest });

/** Makes the same calls in Node and in a page, with or without homing's observer. */
export const makeCalls = async (baseUrl, traced) => {
  const api = createApi({
    baseUrl,
    name: 'shop',
    middleware: [retryMiddleware({ max: 2, baseDelay: 1 })],
    requests: {
      user: get('/users/:id'),
      signed: get('/signed', { fixedQuery: {} }),
      flaky: get('/flaky'),
      missing: get('/missing'),
      order: defineRequest()({ method: 'POST', path: '/orders' }),
      slow: get('/slow', { share: true }),
      cached: get('/cached', { middleware: [cacheMiddleware()] }),
      lines: get('/lines', { responseType: jsonLines() }),
    },
  });
  if (traced) observe(api, openTelemetry());
  await api.user({ id: 1 });
  await api.signed({ sig: 'secret', page: 2 });
  await api.flaky();
  await api.missing();
  await api.order({ item: 'tea' });
  await Promise.all([api.slow(), api.slow(), api.slow()]);
  await api.cached();
  await api.cached();
  await api.slow({ late: true }, { timeout: 30, skipMiddleware: true });
  const { data } = await api.lines();
  for await (const item of data) if (item.error) throw item.error;
};

export const tracedClient = (baseUrl, config, options) =>
  createApi({
    baseUrl,
    ...config,
    observers: observers(openTelemetry(options)),
    requests: { away: get('/away') },
  });
