import { collect, createApi, defineRequest, nextLink, paginate } from 'homing';

export const title = 'paginate: iterate over pages, each requested when needed';

const names = ['Ada', 'Barbara', 'Edsger', 'Frances', 'Grace'];

const requests = { listNames: defineRequest()({ method: 'GET', path: '/names' }) };

export async function run({ baseUrl, server, expect, print }) {
  server.route('GET /names', ({ query }) => {
    const from = Number(query.get('from') ?? 0);
    const next = from + 2;
    const isLast = next >= names.length;
    return {
      headers: isLast ? {} : { link: `</names?from=${next}>; rel="next"` },
      json: { names: names.slice(from, next), next: isLast ? null : next },
    };
  });
  const api = createApi({ baseUrl, requests });
  const next = ({ data: { next: from } }) => (from === null ? null : { from });

  print('called', 'for await (const { data, error } of paginate(api.listNames, {}, { next }))');
  const seen = [];
  for await (const { data, error } of paginate(api.listNames, {}, { next })) {
    if (error) break;
    print('returned', data.names);
    seen.push(...data.names);
  }
  const all = server.takeRequests().map(({ line }) => line);

  print('called', 'the same, but break after the first page');
  for await (const { data } of paginate(api.listNames, {}, { next })) {
    print('returned', data?.names);
    break;
  }

  const left = server.takeRequests().length;

  print('called', 'collect(paginate(api.listNames, {}, { next: nextLink }), { max: 2 })');
  const { data: linked } = await collect(paginate(api.listNames, {}, { next: nextLink }), { max: 2 });
  print('returned', linked);
  const along = server.takeRequests().map(({ line }) => line);

  expect('the pages contain every name, in order', seen, names);
  expect('three pages took three requests', all, ['GET /names', 'GET /names?from=2', 'GET /names?from=4']);
  expect('after break, no more requests are sent', left, 1);
  expect(
    'collect() follows the Link header and returns two pages',
    linked?.flatMap((page) => page.names),
    names.slice(0, 4),
  );
  expect('no further page was requested', along, ['GET /names', 'GET /names?from=2']);
}
