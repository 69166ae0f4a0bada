import { Request } from 'homing';
import { cursorPages } from 'homing/pagination';
import { defineSdk, NotFoundError, pages } from 'homing/sdk';

export const title = 'An SDK: a class with resources, errors by status, lists and retries';

const INVOICES = ['in_1', 'in_2', 'in_3'].map((id) => ({ id }));

// The OpenAPI generator writes such a class: npx homing openapi api.yaml --sdk -o src
class Acme extends defineSdk({
  name: 'acme-sdk',
  version: '1.2.3',
  env: 'ACME',
  servers: 'https://api.acme.example',
  auth: { apiKey: { in: 'bearer' } },
  requests: {
    getInvoice: new Request({ method: 'GET', path: '/invoices/{id}' }),
    listInvoices: new Request({
      method: 'GET',
      path: '/invoices',
      pages: cursorPages({ param: 'cursor', next: 'next', items: 'data' }),
    }),
  },
  errorMessage: (body) => body.message,
  resources: (api) => ({
    invoices: {
      retrieve: (id, options) => api.getInvoice({ id }, options),
      list: (params = {}, options) => pages(api.listInvoices, params, options),
    },
  }),
}) {}

export async function run({ baseUrl, server, expect, print }) {
  let calls = 0;
  server.route('GET /invoices', ({ query }) => {
    calls += 1;
    if (calls === 1) return { status: 503, headers: { 'retry-after-ms': '1' }, json: {} };
    const at = Number(query.get('cursor') ?? 0);
    return { json: { data: INVOICES.slice(at, at + 2), next: at < 2 ? String(at + 2) : null } };
  });
  server.route('GET /invoices/:id', () => ({ status: 404, json: { message: 'No such invoice' } }));

  const acme = new Acme({ apiKey: 'sk_test', baseUrl });
  const ids = [];
  for await (const { id } of acme.invoices.list()) ids.push(id);
  print('called', 'for await (const invoice of acme.invoices.list())');
  expect('the first page was retried, and all items came', ids, ['in_1', 'in_2', 'in_3']);
  const [{ headers }] = server.takeRequests();
  print('sent', { authorization: headers.authorization, 'user-agent': headers['user-agent'] });

  const error = await acme.invoices.retrieve('in_9').catch((thrown) => thrown);
  print('threw', `${error.name}: ${error.message}`);
  expect('the error is a NotFoundError', error instanceof NotFoundError, true);

  const missing = (() => {
    try {
      return new Acme();
    } catch (thrown) {
      return thrown.message;
    }
  })();
  expect(
    'a missing key says what to do',
    missing,
    'acme-sdk: apiKey is missing: pass it as an option, or set ACME_API_KEY.',
  );
}
