import { createApi, defineRequest, retryMiddleware } from 'homing';
import { observers } from 'homing/observe';

export const title = 'Observers: watch a call without changing it';

export async function run({ baseUrl, server, expect, print }) {
  let asked = 0;
  server.route('GET /jobs', () => {
    asked += 1;
    return asked < 2 ? { status: 503 } : { json: ['index', 'mail'] };
  });
  const seen = [];
  const tell = (line) => {
    seen.push(line);
    print('observed', line);
  };
  const observer = {
    call: ({ client, name }) => {
      tell(`${client}.${name} starts`);
      return {
        attempt: ({ number, request }) => {
          request.setHeader('x-attempt', String(number));
          return { end: ({ response }) => tell(`attempt ${number}: ${response.status}`) };
        },
        note: ({ type, why }) => tell(`${type} before the ${why}`),
        end: ({ error }) => tell(error ? `failed: ${error.kind}` : 'succeeded'),
      };
    },
  };
  const api = createApi({
    name: 'jobs',
    baseUrl,
    observers: observers(observer),
    middleware: [retryMiddleware({ baseDelay: 1 })],
    requests: { list: defineRequest()({ method: 'GET', path: '/jobs' }) },
  });

  print('called', 'api.list()');
  await api.list();

  expect('the observer saw both attempts, the wait and the outcome', seen, [
    'jobs.list starts',
    'attempt 1: 503',
    'wait before the retry',
    'attempt 2: 200',
    'succeeded',
  ]);
  expect(
    'each attempt was sent with the header that the observer set for it',
    server.takeRequests().map(({ headers }) => headers['x-attempt']),
    ['1', '2'],
  );
}
