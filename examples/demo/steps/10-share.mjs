import { setTimeout } from 'node:timers/promises';
import { createApi, defineRequest } from 'homing';

export const title = 'share: five identical calls, one request';

export async function run({ baseUrl, server, expect, print }) {
  const api = createApi({
    baseUrl,
    requests: {
      getUser: defineRequest()({ method: 'GET', path: '/users/:id', share: true }),
      getReport: defineRequest()({ method: 'GET', path: '/report', share: true }),
    },
  });

  print('called', 'api.getUser({ id: 2 }), five times at once');
  const results = await Promise.all(Array.from({ length: 5 }, () => api.getUser({ id: 2 })));
  const sent = server.takeRequests().map(({ line }) => line);
  print('sent', sent);
  const [one, another] = results.map(({ data }) => data);

  expect('the service received one request', sent, ['GET /users/2']);
  expect(
    'all five calls returned the user',
    new Set(results.map(({ data }) => data?.name)),
    new Set(['Grace']),
  );
  expect('each caller has its own copy of the data', one === another, false);

  server.route('GET /report', async () => {
    await setTimeout(100);
    return { json: 'report' };
  });
  const impatient = new AbortController();
  print('called', 'api.getReport() twice; one caller aborts');
  const calls = [api.getReport({}, { signal: impatient.signal }), api.getReport()];
  impatient.abort();
  const outcomes = (await Promise.all(calls)).map(({ data, error }) => data ?? error?.kind);
  print('returned', outcomes);
  expect('the other caller still gets the report', outcomes, ['abort', 'report']);
}
