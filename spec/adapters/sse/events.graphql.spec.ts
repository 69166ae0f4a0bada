import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createGraphQL, Operation, type OperationConfig } from '../../../lib/index.js';
import { type EventStream, graphqlEvents } from '../../../lib/entries/sse.js';
import { CHUNK_SIZES, collect, eventAnswer, itemsOf, shown } from '../../support/event-streams.js';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const next = (result: unknown, id = ''): string =>
  `${id && `id: ${id}\n`}event: next\ndata: ${JSON.stringify(result)}\n\n`;

const COMPLETE = 'event: complete\ndata:\n\n';

const read = async (stream: string, size = Infinity, options: Parameters<typeof graphqlEvents>[0] = {}) =>
  itemsOf(graphqlEvents(options), stream, size);

describe('the results of an operation (rules.md#graphql-subscriptions)', () => {
  it.each(CHUNK_SIZES)('are the data of each, until complete, in chunks of %d bytes', async (size) => {
    const stream = `:\n\n${next({ data: { n: 1 } }, 'a')}${next({ data: { n: 2 } })}${COMPLETE}${next({ data: { n: 3 } })}`;
    expect((await read(stream, size)).map(shown)).toEqual(['next#a {"n":1}', 'next#a {"n":2}']);
  });

  it("are 'http' items if they have errors, and the next result follows", async () => {
    const errors = [{ message: 'No user 7', path: ['user'] }, { message: 'more' }];
    const stream = `${next({ data: { user: null }, errors })}${next({ data: { n: 2 } })}${COMPLETE}`;
    const items = await read(stream);
    expect(items.map(shown)).toEqual(['next (http)', 'next {"n":2}']);
    expect(items[0]).toMatchObject({
      data: null,
      ended: false,
      raw: JSON.stringify({ data: { user: null }, errors }),
      error: {
        kind: 'http',
        status: 200,
        statusText: 'GraphQL Error',
        body: errors,
        partialData: { user: null },
      },
    });
    expect(items[0]!.error!.message).toBe('GET /events sent GraphQL Error: No user 7');
  });

  it('have no partial data if nothing was executed', async () => {
    const [item] = await read(next({ errors: [{ message: 'Syntax Error' }] }) + COMPLETE);
    expect(item!.error).toMatchObject({ kind: 'http', body: [{ message: 'Syntax Error' }] });
    expect(item!.error!.partialData).toBeUndefined();
  });

  it.each([
    ['{oops', "sent an item that isn't JSON"],
    ['[1]', 'sent non-object JSON'],
    ['{"data":null}', 'sent neither data nor errors'],
    ['{"hasNext":true}', 'sent neither data nor errors'],
  ])("are a 'parse' item for %s, and the next result follows", async (text, sentence) => {
    const items = await read(`event: next\ndata: ${text}\n\n${next({ data: 2 })}${COMPLETE}`);
    expect(items.map(shown)).toEqual(['next (parse)', 'next 2']);
    expect(items[0]).toMatchObject({ ended: false, raw: text });
    expect(items[0]!.error!.message).toBe(`GET /events ${sentence}`);
  });

  it('are the output of the schema for their data', async () => {
    const reader = graphqlEvents({ schema: z.object({ n: z.number().transform((n) => n * 2) }) });
    const items = await itemsOf(reader, next({ data: { n: 1 } }) + next({ data: { n: 'x' } }) + COMPLETE);
    expect(items.map(shown)).toEqual(['next {"n":2}', 'next (parse)']);
    expect(items[1]!.error!.message).toBe('GET /events returned 200, but the item has 1 problem, at n');
  });

  it('ignore events with other names, except for error', async () => {
    const stream = `event: ping\ndata: 1\n\ndata: 2\n\nevent: error\ndata: {"why":3}\n\n${next({ data: 4 })}${COMPLETE}`;
    const items = await read(stream);
    expect(items.map(shown)).toEqual(['error (http)', 'next 4']);
    expect(items[0]!.error!.body).toEqual({ why: 3 });
  });

  it("end with an error if complete doesn't arrive", async () => {
    const items = await read(next({ data: 1 }));
    expect(items.map(shown)).toEqual(['next 1', 'error (network)']);
    expect(items[1]).toMatchObject({ ended: true });
    expect(items[1]!.error!.message).toBe('GET /events ended before its end mark');
  });
});

describe('an option of graphqlEvents (rules.md#graphql-subscriptions)', () => {
  it('is rejected if it is invalid', () => {
    expect(() => graphqlEvents({ schema: 1 } as never)).toThrow(
      'graphqlEvents: schema is 1: pass a Standard Schema.',
    );
    expect(() => graphqlEvents({ reconnect: 1 } as never)).toThrow(
      'graphqlEvents: reconnect is 1: pass true or an object.',
    );
  });

  it("can't end the stream before the protocol does", async () => {
    const given = { until: () => true, types: {} } as never;
    const items = await itemsOf(graphqlEvents(given), next({ data: 1 }) + next({ data: 2 }) + COMPLETE);
    expect(items.map(shown)).toEqual(['next 1', 'next 2']);
  });
});

describe('an operation with a reader (rules.md#graphql-subscriptions)', () => {
  const DOCUMENT = 'subscription onMessage($room: ID) { message(room: $room) { text } }';
  type Message = { message: { text: string } };
  type Variables = { room?: string };

  const client = (fetch: Fetch, config: Partial<OperationConfig<Variables, EventStream<Message>>> = {}) => {
    const onMessage = new Operation<Variables, EventStream<Message>>({
      operation: DOCUMENT,
      responseType: graphqlEvents<Message>(),
      ...config,
    });
    return createGraphQL({ endpoint: 'http://api.test/graphql', fetch, operations: { onMessage } });
  };
  const answer = (stream: string) => vi.fn<Fetch>(async () => eventAnswer(stream));

  it('sends the request of every operation, and accepts events', async () => {
    const fetch = answer(COMPLETE);
    await collect((await client(fetch).onMessage({ room: '1' })).data);
    const [url, init] = fetch.mock.lastCall!;
    expect(url).toBe('http://api.test/graphql');
    expect(JSON.parse(init.body as string)).toEqual({ query: DOCUMENT, variables: { room: '1' } });
    expect(Object.fromEntries(new Headers(init.headers))).toMatchObject({
      accept: 'text/event-stream',
      'content-type': 'application/json',
    });
  });

  it('returns a stream of its data', async () => {
    const { data, error } = await client(
      answer(next({ data: { message: { text: 'Hi' } } }) + COMPLETE),
    ).onMessage();
    expect(error).toBeNull();
    expect((await collect(data)).map((item) => item.data?.message.text)).toEqual(['Hi']);
  });

  it('is named in the errors of items', async () => {
    const { data } = await client(answer(next({ errors: [{ message: 'No room' }] }) + COMPLETE)).onMessage();
    const [item] = await collect(data);
    expect(item!.error!.message).toBe(
      'POST http://api.test/graphql subscription onMessage sent GraphQL Error: No room',
    );
  });

  it("returns a 'parse' error if the service responds with a single result", async () => {
    const json = new Response('{"data":{}}', { headers: { 'content-type': 'application/json' } });
    const { error } = await client(async () => json).onMessage();
    expect(error).toMatchObject({ kind: 'parse', body: '{"data":{}}' });
    expect(error!.message).toBe(
      'POST http://api.test/graphql subscription onMessage returned application/json instead of text/event-stream',
    );
  });

  it('accepts only a reader as responseType', () => {
    expect(() => client(answer(COMPLETE), { responseType: 'json' as never })).toThrow(
      'responseType of Operation "onMessage" is a string: pass a reader, such as graphqlEvents().',
    );
  });

  it('ends when a newer operation starts under dedupe', async () => {
    const endless = () => new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    const api = client(async () => eventAnswer(endless()), { dedupe: true });
    const { data: older } = await api.onMessage();
    const { data: newer } = await api.onMessage();
    expect((await collect(older)).map((item) => item.error?.kind)).toEqual(['abort']);
    await newer!.cancel();
  });
});
