// Calls every method of the SDK. Runs in Node, Bun and a browser.

const SECRET = `whsec_${btoa('a secret of 24 characters')}`;

const check = (what, actual, expected) => {
  const [one, other] = [actual, expected].map((value) => JSON.stringify(value));
  if (one !== other) throw new Error(`${what}: expected ${other}, got ${one}`);
};

/** Signs an event as the service does: by Standard Webhooks. */
const signed = async (event) => {
  const body = JSON.stringify(event);
  const [id, timestamp] = ['msg_1', String(Math.floor(Date.now() / 1000))];
  const bytes = (text) => new TextEncoder().encode(text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const secret = bytes(atob(SECRET.slice(6)));
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, bytes(`${id}.${timestamp}.${body}`));
  const signature = `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return { body, headers };
};

const thrownBy = async (call) => {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('The call succeeded.');
};

const idsOf = async (list) => {
  const ids = [];
  for await (const { id } of list) ids.push(id);
  return ids;
};

async function driveOrders({ orders, results }, { NotFoundError, ConflictError, APIError, AcmeError }) {
  for (const total of [5, 6, 7]) await orders.create({ total });
  const twice = await Promise.all([1, 2].map(() => orders.create({ total: 8 }, { idempotencyKey: 'k1' })));
  check('orders.create', twice[0], { id: 'o4', status: 'open', total: 8 });
  check('the same idempotency key', twice[1], twice[0]);
  check('orders.retrieve', await orders.retrieve('o1'), { id: 'o1', status: 'open', total: 5 });
  const { data, response } = await orders.retrieve('o2').withResponse();
  check('withResponse', [data.id, response.status], ['o2', 200]);
  check('orders.update', (await orders.update('o1', { total: 9 })).total, 9);
  check('orders.cancel', (await orders.cancel('o1')).status, 'canceled');
  check(
    'orders.list',
    (await orders.list({ status: 'open' })).data.map(({ id }) => id),
    ['o2', 'o3'],
  );
  check('all orders', await idsOf(orders.list()), ['o1', 'o2', 'o3', 'o4']);
  const conflict = await thrownBy(orders.delete('o2'));
  check('409', [conflict instanceof ConflictError, conflict.body.title], [true, 'The order is not canceled']);
  check('orders.delete', await orders.delete('o1'), undefined);
  const error = await thrownBy(orders.retrieve('a/b'));
  check(
    '404',
    [NotFoundError, APIError, AcmeError].map((Class) => error instanceof Class),
    [true, true, true],
  );
  check('404', [error.status, error.requestId, error.body.title], [404, 'req_1', "a/b doesn't exist"]);
  check('results', (await results.orders.retrieve('o9')).error.kind, 'http');
}

async function driveOthers(acme) {
  const { invoices, files } = acme;
  check('invoices.retrieve', (await invoices.retrieve('i2')).status, 'paid');
  check('invoices.list', await idsOf(invoices.list({ status: 'open' })), ['i1', 'i3', 'i4']);
  check('invoices.export', await invoices.export({ year: 2026 }), 'year,id\n2026,i1\n');
  const content = new Blob([new Uint8Array([1, 2, 255])]);
  check('files.upload', await files.upload({ file: content, note: 'bytes' }), {
    id: 'f1',
    name: 'bytes',
    size: 3,
  });
  const bytes = new Uint8Array(await (await files.download('f1')).arrayBuffer());
  check('files.download', [...bytes], [1, 2, 255]);
  check('files.delete', await files.delete('f1'), undefined);
  check('request', (await acme.request({ method: 'GET', path: '/invoices/i1' })).id, 'i1');
}

async function driveWebhooks(acme, { WebhookVerificationError }) {
  const { body, headers } = await signed({ type: 'order.paid', order: { id: 'o1' } });
  const event = await acme.webhooks.unwrap(body, headers);
  check('webhooks.unwrap', [event.type, event.order.id], ['order.paid', 'o1']);
  const error = await thrownBy(acme.webhooks.unwrap(body.replace('o1', 'o2'), headers));
  check('a changed webhook', error instanceof WebhookVerificationError, true);
}

/**
 * @param {Record<string, any>} sdk What the package exports.
 * @param {string} url The server.
 */
export async function drive(sdk, url) {
  check('the default export', sdk.default === sdk.Acme, true);
  await fetch(`${url}/reset`, { method: 'POST' });
  const isBrowser = typeof document === 'object';
  const options = { apiKey: 'sk_test_1', baseUrl: `${url}/v1`, webhookSecret: SECRET };
  if (isBrowser) {
    const error = await thrownBy((async () => new sdk.Acme(options))());
    check('a secret key in a browser', error instanceof sdk.AcmeError, true);
  }
  const acme = new sdk.Acme({ ...options, dangerouslyAllowBrowser: isBrowser });
  await driveOrders(acme, sdk);
  await driveOthers(acme);
  await driveWebhooks(acme, sdk);
}
