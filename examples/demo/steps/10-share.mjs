import { setTimeout } from 'node:timers/promises';
import { createApi, defineRequest } from 'homing';

export const title = 'Sharing: five callers, one request';

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
  print('was sent', sent);
  const [one, another] = results.map(({ data }) => data);

  expect('the service saw one request', sent, ['GET /users/2']);
  expect('all five have the user', new Set(results.map(({ data }) => data?.name)), new Set(['Grace']));
  expect('each has data of its own, free to be changed', one === another, false);

  server.route('GET /report', async () => {
    await setTimeout(100);
    return { json: 'report' };
  });
  const impatient = new AbortController();
  print('called', 'api.getReport(), twice; one caller gives up');
  const calls = [api.getReport({}, { signal: impatient.signal }), api.getReport()];
  impatient.abort();
  const outcomes = (await Promise.all(calls)).map(({ data, error }) => data ?? error?.kind);
  print('came home', outcomes);
  expect('the other caller has the report all the same', outcomes, ['abort', 'report']);
}
