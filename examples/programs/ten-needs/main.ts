// Ten common needs, each in its shortest form, against a small server in this process.
import { type ByStatus, createApi, defineRequest, send } from 'homing';
import { withProgress } from 'homing/transfer';
import { z } from 'zod';
import { startServer } from './server.js';

const server = await startServer();

interface User {
  id: number;
  name: string;
}

const brackets = (params: Record<string, unknown>): string =>
  Object.entries(params)
    .flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((each) => [`${name}[]`, each]) : [[name, value]],
    )
    .map((pair) => pair.map((part) => encodeURIComponent(String(part))).join('='))
    .join('&');

const requests = {
  search: defineRequest<string, { q: string }>()({ method: 'GET', path: '/echo' }),
  filter: defineRequest<string, { tag: string[] }>()({
    method: 'GET',
    path: '/echo',
    serializeQuery: brackets,
  }),
  download: defineRequest<ArrayBuffer>()({ method: 'GET', path: '/file', responseType: 'arrayBuffer' }),
  slow: defineRequest<string>()({ method: 'GET', path: '/slow' }),
  listUsers: defineRequest<User[], {}, {}, { 'x-total': string }>()({ method: 'GET', path: '/users' }),
  getReport: defineRequest<ByStatus<{ 200: { rows: number[] }; 202: { job: string } }>, { new?: boolean }>()({
    method: 'GET',
    path: '/report',
  }),
  listEvents: defineRequest()({
    method: 'GET',
    path: '/echo',
    params: z.object({ since: z.date().transform((date) => date.toISOString()) }),
    schema: z.string(),
  }),
  getProfile: defineRequest()({
    method: 'GET',
    path: '/profile',
    schema: z.object({ id: z.number(), name: z.string() }),
  }),
};

const api = createApi({
  baseUrl: server.url,
  query: { lang: 'en' },
  fetch: withProgress(),
  requests,
});

// 1. A URL that isn't an endpoint, such as a link from a response.
const link = await send<string>(api, { method: 'GET', url: '/echo?page=2' });
console.log('one-off URL:', link.data);

// 2. A query param that every call sends: the option `query` of the client.
console.log('default query:', (await api.search({ q: 'ada' })).data);

// 3. Arrays as `tag[]=…`: the option `serializeQuery`.
console.log('arrays:', (await api.filter({ tag: ['hot', 'new'] })).data);

// 4. A download with progress.
const file = await api.download(
  {},
  {
    fetchOptions: {
      onDownloadProgress: ({ loaded, total, done }) => {
        if (done) console.log('download:', loaded, 'of', total, 'bytes');
      },
    },
  },
);
console.log('download:', file.data?.byteLength, 'bytes in memory');

// 5. Cancel a call, for example when a component unmounts.
const unmount = new AbortController();
const pending = api.slow({}, { signal: unmount.signal });
unmount.abort();
console.log('cancel on unmount:', (await pending).error?.kind);

// 6. Another base URL for one call.
console.log('base URL per call:', (await api.search({ q: 'ada' }, { baseUrl: `${server.url}/v2` })).data);

// 7. A response header with a type.
const users = await api.listUsers();
if (!users.error) {
  const total: string = users.response.headers.get('x-total');
  console.log('response header:', users.data.length, 'of', total);
}

// 8. Different data for 200 and 202.
for (const params of [{}, { new: true }]) {
  const report = await api.getReport(params);
  if (report.error) console.log('status:', report.error.message);
  else if (report.status === 202) console.log('status: 202, job', report.data.job);
  else console.log('status: 200, rows', report.data.rows);
}

// 9. A Date in the query.
console.log('Date:', (await api.listEvents({ since: new Date('2026-11-01T00:00:00Z') })).data);

// 10. Validation that fails in development, and only reports in production. In your program:
//     const isDevelopment = process.env['NODE_ENV'] === 'development';
for (const isDevelopment of [true, false]) {
  const client = createApi({
    baseUrl: server.url,
    onInvalid: isDevelopment ? 'fail' : 'report',
    onInvalidData: ({ endpoint, issues }) => console.log('reported:', endpoint, issues[0]?.path),
    requests,
  });
  const { data, error } = await client.getProfile();
  console.log(`validation, ${isDevelopment ? 'development' : 'production'}:`, error?.kind ?? data);
}

server.close();
