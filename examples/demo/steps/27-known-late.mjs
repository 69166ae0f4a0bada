import { createApi, defineRequest, send } from 'homing';
import { z } from 'zod';

export const title = 'A base URL and a token as functions, 200 or 202, and a URL from a response';

const Import = z.object({ imported: z.number() });
const Job = z.object({ job: z.string() });

export async function run({ baseUrl, server, expect, print }) {
  server.route('POST /imports', ({ body, query }) => {
    const { from, rows } = JSON.parse(body);
    return rows > 100
      ? {
          status: 202,
          json: { job: `${query.get('api-version')}-${from}` },
          headers: { 'x-next': `${baseUrl}/me` },
        }
      : { json: { imported: rows } };
  });

  const api = createApi({
    baseUrl: () => baseUrl,
    headers: async () => ({ authorization: `Bearer ${await Promise.resolve('token-of-ada')}` }),
    query: { 'api-version': '2026-11-01' },
    requests: {
      importUsers: defineRequest()({
        method: 'POST',
        path: '/imports',
        // The caller passes a Date, and homing sends its date.
        params: z.object({
          from: z.date().transform((date) => date.toISOString().slice(0, 10)),
          rows: z.number(),
        }),
        responses: { 200: Import, 202: Job },
      }),
    },
  });

  const from = new Date('2026-01-31');
  const small = await api.importUsers({ from, rows: 3 });
  print('called', 'api.importUsers({ from, rows: 3 }), then { from, rows: 1000 }');
  print('returned', { status: small.status, data: small.data });
  const large = await api.importUsers({ from, rows: 1000 });
  print('returned', { status: large.status, data: large.data });
  expect(
    'the functions ran, and the default query was sent',
    server.takeRequests().map(({ line }) => line),
    ['POST /imports?api-version=2026-11-01', 'POST /imports?api-version=2026-11-01'],
  );
  expect('200 has the data of its schema', small.data, { imported: 3 });
  expect('202 has other data', large.data, { job: '2026-11-01-2026-01-31' });

  const next = await send(api, { method: 'GET', url: large.response.headers.get('x-next') });
  print('sent', next.response?.url);
  expect('the request had the token', next.data?.name, 'Ada');

  const elsewhere = await send(api, { method: 'GET', url: 'https://elsewhere.example/me' });
  print('returned', elsewhere.error?.message);
  expect('a URL of another origin is not sent: the token would go with it', elsewhere.error?.attempts, 0);
}
