import { createApi, defineRequest, retryMiddleware } from 'homing';
import { IdempotencyPlugin } from 'homing/resilience';

export const title = 'Idempotency keys: a payment that is retried is made once';

export async function run({ baseUrl, server, expect, print }) {
  const paid = new Map();
  let asked = 0;
  server.route('POST /payments', ({ headers, body }) => {
    asked += 1;
    const key = headers['idempotency-key'];
    const replayed = paid.has(key);
    if (!replayed) paid.set(key, { id: paid.size + 1, ...JSON.parse(body) });
    print('the server', `key ${key.slice(0, 8)}…, ${replayed ? 'has it already' : 'makes the payment'}`);
    // The first answer is lost: the payment is made, and nobody knows.
    return asked === 1 ? { status: 503 } : { status: 201, json: paid.get(key) };
  });
  const api = createApi({
    baseUrl,
    middleware: [new IdempotencyPlugin(), retryMiddleware({ methods: 'idempotent', baseDelay: 1 })],
    requests: { pay: defineRequest()({ method: 'POST', path: '/payments' }) },
  });

  print('called', 'api.pay({ cents: 1000 })');
  const first = await api.pay({ cents: 1000 });
  print('came home', first.data);
  expect('two requests, one payment', [asked, paid.size], [2, 1]);

  print('called', 'api.pay({ cents: 1000 }) again, which is another payment');
  const second = await api.pay({ cents: 1000 });
  expect('another call has another key', [second.data?.id, paid.size], [2, 2]);

  print('called', "the first result's retry(), as a button does");
  await first.retry();
  expect('the same call has the same key', paid.size, 2);
}
