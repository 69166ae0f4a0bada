import { createApi, Request } from 'homing';
import { dateTime, decodes, encodes, list, object } from 'homing/codec';
import { collect, cursorPages, items } from 'homing/pagination';

export const title = 'Declared pages, and dates without a schema library';

const ORDERS = ['2026-11-23', '2026-11-24', '2026-11-25'].map((day, index) => ({
  id: index + 1,
  placed_at: `${day}T10:00:00.000Z`,
}));

export async function run({ baseUrl, server, expect, print }) {
  server.route('GET /orders', ({ query }) => {
    const at = Number(query.get('cursor') ?? 0);
    return { json: { data: ORDERS.slice(at, at + 2), next_cursor: at < 2 ? String(at + 2) : null } };
  });

  // The OpenAPI generator writes such endpoints: npx homing openapi api.yaml -o src/api.ts --dates date --pages pages.json
  const api = createApi({
    baseUrl,
    requests: {
      listOrders: new Request({
        method: 'GET',
        path: '/orders',
        params: encodes(object({ since: dateTime })),
        schema: decodes(object({ data: list(object({ placed_at: dateTime })) })),
        pages: cursorPages({ param: 'cursor', next: 'next_cursor', items: 'data' }),
      }),
    },
  });

  const { data: orders } = await collect(items(api.listOrders, { since: new Date('2026-11-01') }));
  print('called', 'collect(items(api.listOrders, { since: new Date("2026-11-01") }))');
  print('returned', orders);
  expect(
    'two pages were requested, with the date as text',
    server.takeRequests().map(({ line }) => decodeURIComponent(line)),
    ['GET /orders?since=2026-11-01T00:00:00.000Z', 'GET /orders?since=2026-11-01T00:00:00.000Z&cursor=2'],
  );
  expect(
    'the items have dates',
    orders?.map(({ placed_at: at }) => at.getUTCDate()),
    [23, 24, 25],
  );
}
