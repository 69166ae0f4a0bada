import { createApi, defineRequest, retryMiddleware } from 'homing';

export const title = 'Retry: send the request again after a 503, when Retry-After allows';

export async function run({ baseUrl, server, expect, print }) {
  let asked = 0;
  server.route('GET /flaky', () => {
    asked += 1;
    return asked < 3 ? { status: 503, headers: { 'retry-after': '0' } } : { json: { asked } };
  });
  const retry = retryMiddleware({
    methods: 'idempotent',
    onRetry: ({ attempt, delay, result }) =>
      print('retrying', `attempt ${attempt} returned ${result.error.status}, the next starts in ${delay} ms`),
  });
  const api = createApi({
    baseUrl,
    middleware: [retry],
    requests: { getFlaky: defineRequest()({ method: 'GET', path: '/flaky' }) },
  });

  print('called', 'api.getFlaky()');
  const { data, error } = await api.getFlaky();
  print('returned', data);

  expect('the third attempt succeeded', data, { asked: 3 });
  expect('the call has no error', error, null);
  expect(
    'each attempt sent one request',
    server.takeRequests().map(({ line }) => line),
    ['GET /flaky', 'GET /flaky', 'GET /flaky'],
  );

  print('called', 'api.getFlaky({}, { skipMiddleware: [retry] }) while it is down');
  asked = 0;
  const once = await api.getFlaky({}, { skipMiddleware: [retry] });
  print('returned', once.error?.message);
  expect('without retries, the call returns the first error', once.error?.status, 503);
}
