import { createApi, defineRequest, retryMiddleware } from 'homing';

export const title = 'Retry: a flaky service, asked again when it says so';

export async function run({ baseUrl, server, expect, print }) {
  let asked = 0;
  server.route('GET /flaky', () => {
    asked += 1;
    return asked < 3 ? { status: 503, headers: { 'retry-after': '0' } } : { json: { asked } };
  });
  const retry = retryMiddleware({
    methods: 'idempotent',
    onRetry: ({ attempt, delay, result }) =>
      print('retrying', `attempt ${attempt} gave ${result.error.status}, the next in ${delay} ms`),
  });
  const api = createApi({
    baseUrl,
    middleware: [retry],
    requests: { getFlaky: defineRequest()({ method: 'GET', path: '/flaky' }) },
  });

  print('called', 'api.getFlaky()');
  const { data, error } = await api.getFlaky();
  print('came home', data);

  expect('the third attempt came home', data, { asked: 3 });
  expect('the failures before it are no error of the call', error, null);
  expect(
    'each attempt is a request',
    server.takeRequests().map(({ line }) => line),
    ['GET /flaky', 'GET /flaky', 'GET /flaky'],
  );

  print('called', 'api.getFlaky({}, { skipMiddleware: [retry] }) while it is down');
  asked = 0;
  const once = await api.getFlaky({}, { skipMiddleware: [retry] });
  print('came home', once.error?.message);
  expect('without the retry, the first failure is the outcome', once.error?.status, 503);
}
