import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  cacheMiddleware,
  createApi,
  paginate,
  poll,
  Request,
  type Result,
  retryMiddleware,
} from '../../lib/index.js';
import { type CallObserver, type ObservedCall, type Observer, observers } from '../../lib/entries/observe.js';
import { linesReader, type LineStream } from '../support/lines-reader.js';
import { useServers } from '../support/node-server.js';

interface Span {
  readonly name: string;
  readonly parent: Span | undefined;
  readonly facts: Record<string, unknown>;
  end: string | undefined;
}

const outcomeOf = ({ error }: Result<unknown>): string => error?.kind ?? 'ok';

/** Writes a span for each call, with a child span for each attempt. Sends the id of the attempt as a header. */
class Tracer implements Observer {
  readonly spans: Span[] = [];

  /** The spans as an indented tree, one line each. */
  get lines(): string[] {
    return this.spans.map(({ name, parent, facts, end }) => {
      const told = Object.entries(facts).map(([fact, value]) => ` ${fact}=${String(value)}`);
      return `${parent ? '  ' : ''}${name}${told.join('')} ${end ?? 'open'}`;
    });
  }

  call({ name, client, origin }: ObservedCall): CallObserver {
    const span = this.#begin(`${String(client)}.${name}`, undefined, origin ? { by: origin.type } : {});
    return {
      attempt: ({ number, request }) => {
        const inner = this.#begin(`${request.method} ${number}`, span);
        request.setHeader('traceparent', `00-${this.spans.length}`);
        return {
          joined: () => void (inner.facts['joined'] = true),
          response: ({ status }) => void (inner.facts['status'] = status),
          end: (result) => void (inner.end = outcomeOf(result)),
        };
      },
      note: ({ type }) => void (span.facts[type] = (Number(span.facts[type]) || 0) + 1),
      end: (result, stream) => {
        span.end = stream ? `${stream.error?.kind ?? 'ok'} after ${stream.items ?? 0}` : outcomeOf(result);
      },
    };
  }

  #begin(name: string, parent: Span | undefined, facts: Record<string, unknown> = {}): Span {
    const span: Span = { name, parent, facts, end: undefined };
    this.spans.push(span);
    return span;
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

const serve = useServers();

const requests = {
  get: new Request<{ q?: number }, { n: number; last?: boolean }>({ method: 'GET', path: '/things' }),
  shared: new Request<{}, { n: number }>({ method: 'GET', path: '/shared', share: true }),
  cached: new Request<{}, { n: number }>({
    method: 'GET',
    path: '/cached',
    middleware: [cacheMiddleware({ ttl: 60_000 })],
  }),
  tried: new Request<{}, { n: number }>({
    method: 'GET',
    path: '/tried',
    middleware: [retryMiddleware({ baseDelay: 1 })],
  }),
  stream: new Request<{}, LineStream>({ method: 'GET', path: '/lines', responseType: linesReader() }),
};

/** A traced client, and the trace ids that its server received. */
const setup = async (listener: Listener = (_request, response) => response.end('{"n":1}')) => {
  const ids: unknown[] = [];
  const { url } = await serve((request, response) => {
    ids.push(request.headers['traceparent']);
    listener(request, response);
  });
  const tracer = new Tracer();
  const api = createApi({ baseUrl: url, name: 'shop', observers: observers(tracer), requests });
  return { api, ids, tracer };
};

describe('an observer that writes a trace of spans', () => {
  it('writes one span for a call and one for its attempt, and the attempt id is sent', async () => {
    const { api, ids, tracer } = await setup();
    await api.get();
    expect(tracer.lines).toEqual(['shop.get ok', '  GET 1 status=200 ok']);
    expect(ids).toEqual(['00-2']);
  });

  it('writes one span for each attempt of a retried call, each with its own id', async () => {
    let down = 2;
    const { api, ids, tracer } = await setup((_request, response) => {
      response.writeHead(down-- > 0 ? 503 : 200).end('{}');
    });
    await api.tried();
    expect(tracer.lines.map((line) => line.replace(/ wait=2/, ''))).toEqual([
      'shop.tried ok',
      '  GET 1 status=503 http',
      '  GET 2 status=503 http',
      '  GET 3 status=200 ok',
    ]);
    expect(ids).toEqual(['00-2', '00-3', '00-4']);
  });

  it('writes one request for two calls that share it', async () => {
    const { api, ids, tracer } = await setup();
    await Promise.all([api.shared(), api.shared()]);
    expect(tracer.lines.sort()).toEqual([
      '  GET 1 joined=true ok',
      '  GET 1 status=200 ok',
      'shop.shared ok',
      'shop.shared ok',
    ]);
    expect(ids).toHaveLength(1);
  });

  it('writes no attempt for a response from the cache', async () => {
    const { api, ids, tracer } = await setup();
    await api.cached();
    await api.cached();
    const spans = tracer.lines.map((line) => line.replace(/ cache=\d/, ''));
    expect(spans).toEqual(['shop.cached ok', '  GET 1 status=200 ok', 'shop.cached ok']);
    expect(ids).toHaveLength(1);
  });

  it('names the calls that polls, paginations and retries make', async () => {
    const { api, tracer } = await setup();
    const polled = await new Promise<Result<unknown>>((resolve) => {
      poll(api.get, {}, resolve, { every: Infinity });
    });
    await polled.retry();
    const pages = paginate(api.get, { q: 1 }, { next: ({ data: { n } }) => ({ q: n + 1 }), maxPages: 2 });
    for await (const page of pages) expect(page.error).toBeNull();
    expect(tracer.lines.filter((line) => line.startsWith('shop'))).toEqual([
      'shop.get by=poll ok',
      'shop.get by=retry ok',
      'shop.get by=page ok',
      'shop.get by=page ok',
    ]);
  });

  it('keeps the span of a stream open until the stream ends', async () => {
    const { api, tracer } = await setup((_request, response) => response.end('a\nb\nc\n'));
    const { data } = await api.stream();
    expect(tracer.lines).toEqual(['shop.stream open', '  GET 1 status=200 ok']);
    const read: unknown[] = [];
    for await (const { line } of data ?? []) read.push(line);
    expect([read, tracer.lines[0]]).toEqual([['a', 'b', 'c'], 'shop.stream ok after 3']);
  });

  it('distinguishes a refused connection from a broken body', async () => {
    const { api, tracer } = await setup((request, response) => {
      if (request.url?.includes('q')) request.socket.destroy();
      else response.writeHead(200, { 'content-length': '99' }).end('{"n":', () => request.socket.destroy());
    });
    await api.get({ q: 1 });
    await api.get();
    expect(tracer.lines).toEqual([
      'shop.get network',
      '  GET 1 network',
      'shop.get network',
      '  GET 1 status=200 network',
    ]);
  });

  it('ends the spans of aborted and timed-out calls', async () => {
    const { api, tracer } = await setup(() => undefined);
    await api.get({}, { signal: AbortSignal.timeout(30) });
    await api.get({}, { timeout: 30 });
    expect(tracer.lines).toEqual(['shop.get abort', '  GET 1 abort', 'shop.get timeout', '  GET 1 timeout']);
  });
});
