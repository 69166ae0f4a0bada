import { createApi, defineRequest, paginate } from 'homing';

export const title = 'paginate: a walk over the pages, each asked for when it is wanted';

const names = ['Ada', 'Barbara', 'Edsger', 'Frances', 'Grace'];

const requests = { listNames: defineRequest()({ method: 'GET', path: '/names' }) };

export async function run({ baseUrl, server, expect, print }) {
  server.route('GET /names', ({ query }) => {
    const from = Number(query.get('from') ?? 0);
    const next = from + 2;
    return { json: { names: names.slice(from, next), next: next < names.length ? next : null } };
  });
  const api = createApi({ baseUrl, requests });
  const next = ({ data: { next: from } }) => (from === null ? null : { from });

  print('called', 'for await (const { data, error } of paginate(api.listNames, {}, { next }))');
  const seen = [];
  for await (const { data, error } of paginate(api.listNames, {}, { next })) {
    if (error) break;
    print('came home', data.names);
    seen.push(...data.names);
  }
  const all = server.takeRequests().map(({ line }) => line);

  print('called', 'the same, and break after the first page');
  for await (const { data } of paginate(api.listNames, {}, { next })) {
    print('came home', data?.names);
    break;
  }

  expect('every name was seen, in order', seen, names);
  expect('three pages were three requests', all, ['GET /names', 'GET /names?from=2', 'GET /names?from=4']);
  expect('a walk that is left sends nothing more', server.takeRequests().length, 1);
}
