import { createApi, defineRequest, retryMiddleware } from 'homing';
import { IdempotencyPlugin } from 'homing/resilience';

export const title = 'Idempotency keys: a retried payment is made only once';

export async function run({ baseUrl, server, expect, print }) {
  const paid = new Map();
  let asked = 0;
  server.route('POST /payments', ({ headers, body }) => {
    asked += 1;
    const key = headers['idempotency-key'];
    const replayed = paid.has(key);
    if (!replayed) paid.set(key, { id: paid.size + 1, ...JSON.parse(body) });
    print('server', `key ${key.slice(0, 8)}…, ${replayed ? 'already paid' : 'makes the payment'}`);
    // The first payment is made, but the client gets a 503.
    return asked === 1 ? { status: 503 } : { status: 201, json: paid.get(key) };
  });
  const api = createApi({
    baseUrl,
    middleware: [new IdempotencyPlugin(), retryMiddleware({ methods: 'idempotent', baseDelay: 1 })],
    requests: { pay: defineRequest()({ method: 'POST', path: '/payments' }) },
  });

  print('called', 'api.pay({ cents: 1000 })');
  const first = await api.pay({ cents: 1000 });
  print('returned', first.data);
  expect('two requests, one payment', [asked, paid.size], [2, 1]);

  print('called', 'api.pay({ cents: 1000 }) again, which is a new payment');
  const second = await api.pay({ cents: 1000 });
  expect('a new call has a new key', [second.data?.id, paid.size], [2, 2]);

  print('called', 'retry() of the first Result, as a retry button would');
  await first.retry();
  expect('retry() sends the same key, so nothing is paid twice', paid.size, 2);
}
