// Compiles against the declarations of the installed package.
import Acme, { type AcmePages, type AcmePromise, NotFoundError, type Order, type OrderPage } from 'acme-sdk';

const acme = new Acme({ apiKey: async () => 'sk_test_1', server: 'sandbox', partnerKey: 'pk_1' });

export const order: AcmePromise<Order> = acme.orders.retrieve('o1', { timeout: 2000 });
export const list: AcmePages<Order, OrderPage> = acme.orders.list({ status: 'open' });
for await (const { total } of acme.orders.list()) total satisfies number;
export const created: Order = await acme.orders.create({ total: 5 }, { idempotencyKey: 'k1' });
export const bytes: Blob = await acme.files.download('f1');

const { data, error } = await acme.results.orders.retrieve('o1');
if (error === null) data.id satisfies string;
else if (error.kind === 'http') error.body?.title satisfies string | undefined;

const event = await acme.webhooks.unwrap('{}', {});
if (event.type === 'order.paid') event.order.id satisfies string;
else event.invoice.id satisfies string;

try {
  await acme.orders.cancel('o1');
} catch (thrown) {
  if (thrown instanceof NotFoundError) thrown.body.title satisfies string;
}

// @ts-expect-error -- the status doesn't exist
acme.orders.list({ status: 'unknown' });
// @ts-expect-error -- the server doesn't exist
new Acme({ server: 'staging' });
