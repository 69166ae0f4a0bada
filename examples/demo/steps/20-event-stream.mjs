import { createApi, defineRequest } from 'homing';
import { events } from 'homing/sse';

export const title = 'An event stream that is cut and comes back: events({ reconnect })';

const PERCENT = [10, 40, 70, 100];

/** A job that tells how far it is, and goes on after the event that a client says it has. Gives what cuts the connection. */
const addJob = (server) => {
  let first;
  server.route('GET /jobs/:id/progress', ({ headers }) => ({
    headers: { 'content-type': 'text/event-stream' },
    write: (response) => {
      const had = Number(headers['last-event-id'] ?? 0);
      const has = had === 0 ? 2 : PERCENT.length;
      for (let id = had + 1; id <= has; id += 1)
        response.write(`id: ${id}\ndata: {"percent":${PERCENT[id - 1]}}\n\n`);
      if (has === PERCENT.length) response.end('data: [DONE]\n\n');
      else first = response;
    },
  }));
  return () => first.destroy();
};

export async function run({ baseUrl, server, expect, print }) {
  const cut = addJob(server);
  const onReconnect = ({ error, delay, lastEventId }) => {
    print('broke off', error.message);
    print('waits', `${delay} ms, and asks for what comes after event ${lastEventId}`);
  };
  const reader = events({ until: '[DONE]', reconnect: { baseDelay: 20, jitter: false, onReconnect } });
  const api = createApi({
    baseUrl,
    requests: {
      watchJob: defineRequest()({ method: 'GET', path: '/jobs/:id/progress', responseType: reader }),
    },
    onError: (error) => print('onError', error.message),
  });

  print('called', 'api.watchJob({ id: 7 })');
  const { data: progress } = await api.watchJob({ id: 7 });
  const seen = [];
  for await (const { id, data } of progress) {
    print(`event ${id}`, data);
    seen.push(data?.percent);
    if (data?.percent === 40) {
      print('server', 'cuts the connection');
      cut();
    }
  }
  const sent = server.takeRequests();

  expect('every event came once, as if nothing had happened', seen, PERCENT);
  expect(
    'the second request said which event the client had last',
    sent.map(({ line, headers }) => [line, headers['last-event-id'] ?? null]),
    [
      ['GET /jobs/7/progress', null],
      ['GET /jobs/7/progress', '2'],
    ],
  );
}
