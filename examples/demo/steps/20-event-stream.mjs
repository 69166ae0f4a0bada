import { createApi, defineRequest } from 'homing';
import { events } from 'homing/sse';

export const title = 'Event streams: events({ reconnect }) resumes an interrupted stream';

const PERCENT = [10, 40, 70, 100];

/**
 * Adds a job that streams its progress, and resumes after `Last-Event-ID`. Returns a function that cuts the
 * connection.
 */
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
    print('failed', error.message);
    print('waits', `${delay} ms, then requests the events after event ${lastEventId}`);
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

  expect('each event arrived exactly once', seen, PERCENT);
  expect(
    'the second request sent the id of the last event',
    sent.map(({ line, headers }) => [line, headers['last-event-id'] ?? null]),
    [
      ['GET /jobs/7/progress', null],
      ['GET /jobs/7/progress', '2'],
    ],
  );
}
