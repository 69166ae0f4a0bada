import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { events, graphqlEvents } from '../../../lib/entries/sse.js';
import { collect, eventAnswer, shown } from '../../support/event-streams.js';
import { cut, ended, reconnecting, status } from '../../support/reconnecting.js';
import { streamed } from '../../support/streamed.js';

const ERROR = 'event: error\ndata: {"code":"overloaded"}\n\n';

const read = async (reader: ReturnType<typeof events>, reply: () => Response) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const { open, onError } = streamed(reader, { fetch: async () => reply(), client: { log: true } });
  const items = await collect(await open());
  return {
    items,
    lastLine: String(log.mock.calls.at(-1)?.[0]),
    told: onError.mock.calls.map(([error]) => error),
  };
};

const broken = (text: string) => () => cut(text)({}) as Response;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the last error event of a stream (rules.md#server-sent-events)', () => {
  it.each<[string, ReturnType<typeof events>, () => Response]>([
    ['without its end mark', events({ until: '[DONE]' }), () => eventAnswer(`data: 1\n\n${ERROR}`)],
    ['if the connection breaks', events({ until: '[DONE]' }), broken(`data: 1\n\n${ERROR}`)],
    ['for a stream with no end mark', events(), () => eventAnswer(`data: 1\n\n${ERROR}: bye\n\n`)],
    ['next to types', events({ types: { message: z.number() } }), () => eventAnswer(`data: 1\n\n${ERROR}`)],
  ])('is reported in the last item, to onError and in the log, %s', async (_name, reader, reply) => {
    const { items, told, lastLine } = await read(reader, reply);
    expect(items.map(shown)).toEqual(['message 1', 'error (http)', 'error (http)']);
    expect(items.map((item) => ('ended' in item ? item.ended : undefined))).toEqual([undefined, false, true]);
    expect(items[2]!.error).toBe(items[1]!.error);
    expect(told).toEqual([items[2]!.error]);
    expect(told[0]).toMatchObject({ kind: 'http', status: 200, body: { code: 'overloaded' } });
    expect(told[0]!.message).toBe('GET /rows sent an error event');
    expect(lastLine).toContain('⇤ read ERROR http (2 items');
    expect(lastLine).toContain('sent an error event');
  });

  it('is the last error under graphqlEvents', async () => {
    const { items, told } = await read(graphqlEvents(), () => eventAnswer(ERROR));
    expect(items.map(shown)).toEqual(['error (http)', 'error (http)']);
    expect(told.map(({ body }) => body)).toEqual([{ code: 'overloaded' }]);
  });

  it.each<[string, ReturnType<typeof events>, string, string]>([
    ['another event follows', events({ until: '[DONE]' }), `${ERROR}data: 1\n\n`, 'error (network)'],
    ['an ignored event follows', graphqlEvents(), `${ERROR}event: a\ndata: 1\n\n`, 'error (network)'],
    [
      'types lists it',
      events({ types: { error: z.object({ code: z.string() }) }, until: '[DONE]' }),
      ERROR,
      'error (network)',
    ],
  ])('is not the last error of the stream if %s', async (_name, reader, text, last) => {
    const { items } = await read(reader, () => eventAnswer(text));
    expect(shown(items.at(-1)!)).toBe(last);
  });

  it('is not the last error of the stream if the end mark follows, or if until accepts it as the last item', async () => {
    const marked = await read(events({ until: '[DONE]' }), () => eventAnswer(`${ERROR}data: [DONE]\n\n`));
    expect(marked.items.map(shown)).toEqual(['error (http)']);
    const until = ({ error }: { error: unknown }): boolean => error !== null;
    const chosen = await read(events({ until }), () => eventAnswer(ERROR));
    expect(chosen.items.map(shown)).toEqual(['error (http)']);
    expect([...marked.told, ...chosen.told]).toEqual([]);
  });
});

describe('an error event before a reconnection (rules.md#reconnecting)', () => {
  it.each([
    ['the end', ended],
    ['a break', cut],
  ])('allows the stream to continue after %s, and is passed to onReconnect', async (_name, reply) => {
    const { api, told, onError } = reconnecting([reply(ERROR), ended('data: 1\n\n'), status(204)], {
      reconnect: { baseDelay: 0 },
    });
    const items = await collect((await api.watch()).data);
    expect(items.map(shown)).toEqual(['error (http)', 'message 1']);
    expect(told.map(({ error }) => error?.body)).toEqual([{ code: 'overloaded' }, undefined]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('counts as a connection without an event, and is the last error if it is in the last connection', async () => {
    const { api, waits, onError } = reconnecting([ended(`data: 1\n\n${ERROR}`), ended(ERROR), ended(ERROR)], {
      reconnect: { max: 2, baseDelay: 10, maxDelay: 200 },
    });
    const items = await collect((await api.watch()).data);
    expect(items.map(shown)).toEqual(['message 1', ...Array<string>(4).fill('error (http)')]);
    expect(items.map((item) => ('ended' in item ? item.ended : undefined)).at(-1)).toBe(true);
    expect(waits()).toEqual([10, 200]);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('is forgotten after its connection', async () => {
    const { api } = reconnecting([ended(ERROR), ended(''), status(204)], {
      reconnect: { baseDelay: 0, max: 2 },
    });
    expect((await collect((await api.watch()).data)).map(shown)).toEqual(['error (http)']);
  });
});
