import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type ApiConfig, createGraphQL, type FetchLike, Operation } from '../../lib/index.js';
import {
  type EventItem,
  events,
  type EventsOptions,
  type EventStream,
  graphqlEvents,
} from '../../lib/entries/sse.js';
import { collect, shown } from '../support/event-streams.js';
import {
  type Answer,
  connectionIsFree,
  FETCHES,
  thenAfter,
  useServedStreams,
  useWatchedServers,
} from '../support/served.js';

const serveAny = useWatchedServers();
const serveStream = useServedStreams();

const stream = (response: ServerResponse, type = 'text/event-stream'): ServerResponse =>
  response.writeHead(200, { 'content-type': type });

/**
 * Milliseconds of a limit that must not pass while the server responds, also when the machine stops for half a second.
 * Nothing tells the spec that the client has read a part of a page, so the timers are real.
 */
const LONGER_THAN_A_STOP = 1000;

const event = (n: number): string => `id: ${String(n)}\ndata: ${String(n)}\n\n`;

const serve = (
  fetch: FetchLike | undefined,
  answer: Answer,
  options: EventsOptions<EventItem<unknown>> = {},
  client: Partial<ApiConfig> = {},
) => serveStream<EventStream<unknown>>(fetch, events(options), answer, client);

/** Formats each item as a line. */
const linesOf = async (data: AsyncIterable<EventItem<unknown>> | null): Promise<string[]> =>
  (await collect(data)).map(shown);

describe.each(FETCHES)('server-sent events over %s', (_name, fetchOf) => {
  it('arrive one by one, and the call returns before the last event', async () => {
    let more = (): void => {};
    const { read, requests, nothingLeft } = await serve(fetchOf(), (response) => {
      stream(response).write(`: hello\n\n${event(1)}id: 2\ndata: "é`);
      more = () => response.end('…"\n\n');
    });
    const { data } = await read();
    expect((await data!.next()).value).toEqual({ data: 1, error: null, type: 'message', id: '1' });
    more();
    expect(await linesOf(data)).toEqual(['message#2 "é…"']);
    expect(requests[0]!.headers).toMatchObject({ accept: 'text/event-stream' });
    expect(requests[0]!.headers).not.toHaveProperty('last-event-id');
    await nothingLeft();
  });

  it('end with an error when the connection breaks', async () => {
    let cut = (): void => undefined;
    const { read, onError, nothingLeft } = await serve(fetchOf(), (response) => {
      stream(response).write(event(1));
      cut = () => void response.destroy();
    });
    const items = thenAfter((await read()).data!, 1, () => cut());
    expect(await linesOf(items)).toEqual(['message#1 1', 'error#1 (network)']);
    expect(onError).toHaveBeenCalledTimes(1);
    await nothingLeft();
  });

  it('release the connection for the next request after their end mark', async () => {
    const sockets = new Set<unknown>();
    const { read, nothingLeft } = await serve(
      fetchOf(),
      (response, request) => {
        sockets.add(request.socket);
        stream(response).end('data: 1\n\ndata: [DONE]\n\n');
      },
      { until: '[DONE]' },
    );
    for (let count = 0; count < 3; count += 1) {
      expect(await linesOf((await read()).data)).toEqual(['message 1']);
      await connectionIsFree();
    }
    expect(sockets.size).toBe(1);
    await nothingLeft();
  });

  it('return a parse error if a proxy responds with a page, and the connection is closed', async () => {
    const { read, nothingLeft } = await serve(fetchOf(), (response) => {
      stream(response, 'text/html').write('<h1>Sign in</h1>'.padEnd(100_000, '.'));
    });
    const { error } = await read();
    expect(error).toMatchObject({ kind: 'parse', status: 200 });
    expect(error!.body).toHaveLength(65_536);
    await nothingLeft();
  });

  it('continue when the server cuts the connection, stalls, fails and asks for a pause', async () => {
    let cut = (): void => undefined;
    const { read, requests, onError, nothingLeft } = await serve(
      fetchOf(),
      (response, _request, count) => {
        if (count === 1) {
          stream(response).write(`retry: 100\n${event(1)}`);
          cut = () => void response.destroy();
        } else if (count === 2) response.writeHead(503).end();
        else if (count === 3) stream(response).write(`${event(2)}id: 3\ndata: 3`);
        else if (count === 4) response.destroy();
        else if (count === 5) stream(response).end(event(3));
        else response.writeHead(204).end();
      },
      { reconnect: { jitter: false, maxDelay: 200 }, idleTimeout: LONGER_THAN_A_STOP },
    );
    const items = thenAfter((await read()).data!, 1, () => cut());
    expect(await linesOf(items)).toEqual(['message#1 1', 'message#2 2', 'message#3 3']);
    expect(requests.map(({ headers }) => headers['last-event-id'])).toEqual([
      undefined,
      '1',
      '1',
      '2',
      '2',
      '3',
    ]);
    expect(onError).not.toHaveBeenCalled();
    await nothingLeft();
  });

  it.each([
    ['the timeout of the call', {}, { timeout: LONGER_THAN_A_STOP }],
    ['idleTimeout', { idleTimeout: LONGER_THAN_A_STOP }, {}],
  ])(
    'end if the server responds to a reconnection with a page that stalls, after %s',
    async (_limit, options, client) => {
      const { read, onError, nothingLeft } = await serve(
        fetchOf(),
        (response, _request, count) => {
          if (count === 1) stream(response).end(event(1));
          else stream(response, 'text/html').write('<h1>Wel');
        },
        { ...options, reconnect: { baseDelay: 1, jitter: false } },
        client,
      );
      const items = await collect((await read()).data);
      expect(items.map(shown)).toEqual(['message#1 1', 'error#1 (parse)']);
      expect(items[1]!.error!.body).toBe('<h1>Wel');
      expect(onError).toHaveBeenCalledTimes(1);
      await nothingLeft();
    },
  );

  it('continue after a reconnection without headers, and after an error response that stalls', async () => {
    const { read, nothingLeft } = await serve(
      fetchOf(),
      (response, _request, count) => {
        if (count === 1 || count === 4) stream(response).end(event(count));
        else if (count === 3) response.writeHead(503).write('{"busy":');
        else if (count === 5) response.writeHead(204).end();
      },
      { idleTimeout: LONGER_THAN_A_STOP, reconnect: { baseDelay: 1, maxDelay: 100, jitter: false } },
    );
    expect(await linesOf((await read()).data)).toEqual(['message#1 1', 'message#4 4']);
    await nothingLeft();
  });

  it('end with the error of the server after an error event', async () => {
    const { read, onError, nothingLeft } = await serve(
      fetchOf(),
      (response) => void stream(response).end(`${event(1)}event: error\ndata: {"code":"overloaded"}\n\n`),
      { until: '[DONE]' },
    );
    expect(await linesOf((await read()).data)).toEqual(['message#1 1', 'error#1 (http)', 'error#1 (http)']);
    expect(onError.mock.calls[0]![0]).toMatchObject({ kind: 'http', body: { code: 'overloaded' } });
    await nothingLeft();
  });

  it('continue when a stopped server runs again', async () => {
    const first = await serve(fetchOf(), (response) => stream(response).end(`retry: 100\n${event(1)}`), {
      reconnect: { maxDelay: 100 },
    });
    const { data } = await first.read();
    await data!.next();
    await first.close();
    const rest = linesOf(data);
    await pause(250);
    const again = createServer((request, response) => {
      if (request.headers['last-event-id'] === '1') stream(response).end(event(2));
      else response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => again.listen(Number(new URL(first.url).port), '127.0.0.1', resolve));
    expect(await rest).toEqual(['message#2 2']);
    again.closeAllConnections();
    await new Promise((resolve) => again.close(resolve));
  });

  it('end when the signal aborts while they are read, while they wait to reconnect and while they reconnect', async () => {
    const moments: Answer[] = [
      (response) => stream(response).write(event(1)),
      (response) => stream(response).end(event(1)),
      (response, _request, count) => {
        if (count === 1) stream(response).end(`retry: 100\n${event(1)}`);
      },
    ];
    for (const answer of moments) {
      const { read, controller, onError, nothingLeft } = await serve(fetchOf(), answer, { reconnect: true });
      const { data } = await read();
      await data!.next();
      const last = data!.next();
      await pause(250);
      controller.abort();
      expect((await last).value?.error?.kind).toBe('abort');
      expect(onError).not.toHaveBeenCalled();
      await nothingLeft();
    }
  });

  it('close the connection on break while more events arrive', async () => {
    const { read, nothingLeft } = await serve(
      fetchOf(),
      (response) => {
        stream(response).write(event(1));
        const timer = setInterval(() => response.write(event(2)), 2);
        response.once('close', () => clearInterval(timer));
      },
      { reconnect: true },
    );
    for await (const { data } of (await read()).data!) if (data === 2) break;
    await nothingLeft();
  });

  it('carry a GraphQL subscription', async () => {
    const { url } = await serveAny(async (response, request) => {
      const { query, variables } = (await json(request)) as { query: string; variables: { to: number } };
      stream(response);
      for (let n = 1; n <= variables.to; n += 1)
        response.write(
          `event: next\ndata: ${JSON.stringify({ data: { n, isAsked: query.includes('count') } })}\n\n`,
        );
      response.end('event: complete\ndata:\n\n');
    });
    const api = createGraphQL({
      endpoint: url,
      fetch: fetchOf(),
      operations: {
        count: new Operation<{ to: number }, EventStream<{ n: number }>>({
          operation: 'subscription ($to: Int!) { count(to: $to) }',
          responseType: graphqlEvents<{ n: number }>(),
        }),
      },
    });
    expect((await collect((await api.count({ to: 2 })).data)).map(({ data }) => data)).toEqual([
      { n: 1, isAsked: true },
      { n: 2, isAsked: true },
    ]);
  });
});
