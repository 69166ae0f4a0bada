import { createApi, defineRequest, retryMiddleware } from 'homing';
import { RateLimitPlugin } from 'homing/resilience';

export const title = 'error.sent: whether a failed call sent a request';

export async function run({ baseUrl, server, expect, print }) {
  server.route('POST /transfers', () => ({ status: 503, headers: { 'retry-after': '60' } }));
  server.route('GET /status', () => ({
    status: 502,
    headers: { 'content-type': 'text/html' },
    chunks: ['<h1>Bad Gateway</h1>'],
  }));
  const api = createApi({
    baseUrl,
    middleware: [retryMiddleware({ maxDelay: 1 }), new RateLimitPlugin({ maxWait: 1000 })],
    requests: {
      transfer: defineRequest()({ method: 'POST', path: '/transfers' }),
      status: defineRequest()({ method: 'GET', path: '/status' }),
    },
  });

  print('called', 'api.transfer({ cents: 1000 }); the server returns 503 with Retry-After: 60');
  const { error } = await api.transfer({ cents: 1000 });
  print('returned', error?.message);
  expect('the first error says sent, with one attempt', [error?.sent, error?.attempts], [true, 1]);

  print('called', 'api.transfer({ cents: 1000 }) within that minute');
  const held = await api.transfer({ cents: 1000 });
  print('returned', held.error?.message);
  expect('the second call sent nothing', [held.error?.sent, server.takeRequests().length], [false, 1]);

  const other = createApi({
    baseUrl,
    requests: { status: defineRequest()({ method: 'GET', path: '/status' }) },
  });
  const page = await other.status();
  print('rawBody', page.error?.rawBody);
  expect('error.rawBody contains the text of an error page', page.error?.rawBody, '<h1>Bad Gateway</h1>');
}
