import { createApi, defineRequest, retryMiddleware } from 'homing';
import { RateLimitPlugin } from 'homing/resilience';

export const title = 'What was sent is never called "not sent": a retry that a limit holds back';

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

  print('called', 'api.transfer({ cents: 1000 }); the server answers 503 and asks for a minute');
  const { error } = await api.transfer({ cents: 1000 });
  print('came home', error?.message);
  expect('it says that it was sent, and how often', [error?.sent, error?.attempts], [true, 1]);

  print('called', 'api.transfer({ cents: 1000 }) within that minute');
  const held = await api.transfer({ cents: 1000 });
  print('came home', held.error?.message);
  expect('that one was not', [held.error?.sent, server.takeRequests().length], [false, 1]);

  const other = createApi({
    baseUrl,
    requests: { status: defineRequest()({ method: 'GET', path: '/status' }) },
  });
  const page = await other.status();
  print('a page', page.error?.rawBody);
  expect('the text of an error page is kept', page.error?.rawBody, '<h1>Bad Gateway</h1>');
}
