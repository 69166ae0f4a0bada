import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { events } from '../../../lib/entries/sse.js';
import { CHUNK_SIZES, itemsOf, shown } from '../../support/event-streams.js';

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (type: string, value: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;

const choice = (delta: object, finish: string | null = null) =>
  data({ id: 'c1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] });

interface Chunk {
  choices: {
    delta: { content?: string; tool_calls?: { index: number; function: { arguments: string } }[] };
  }[];
}

describe.each(CHUNK_SIZES)(
  'streams of model services, in chunks of %d bytes (rules.md#server-sent-events)',
  (size) => {
    it('can be chat completions with unnamed chunks, until [DONE]', async () => {
      const stream = `${choice({ role: 'assistant', content: '' })}${choice({ content: 'Grüß ' })}${choice({ content: 'dich 👋' })}${choice({}, 'stop')}data: [DONE]\n\n`;
      const items = await itemsOf(events<Chunk>({ until: '[DONE]' }), stream, size);
      expect(items.map((item) => item.data?.choices[0]!.delta.content ?? '').join('')).toBe('Grüß dich 👋');
      expect(items).toHaveLength(4);
    });

    it('can be chat completions with a tool call, whose arguments arrive in pieces', async () => {
      const piece = (text: string): string =>
        choice({ tool_calls: [{ index: 0, function: { arguments: text } }] });
      const stream = `${piece('{"ci')}${piece('ty":"')}${piece('Zürich"}')}data: [DONE]\n\n`;
      const items = await itemsOf(events<Chunk>({ until: '[DONE]' }), stream, size);
      const text = items
        .map((item) => item.data?.choices[0]!.delta.tool_calls?.[0]!.function.arguments)
        .join('');
      expect(JSON.parse(text)).toEqual({ city: 'Zürich' });
    });

    it('report chat completions that are cut before [DONE]', async () => {
      const items = await itemsOf(events({ until: '[DONE]' }), choice({ content: 'I was about' }), size);
      expect(items.at(-1)).toMatchObject({ ended: true, error: { kind: 'network' } });
    });

    it('can be responses with typed events, of which two are read', async () => {
      const stream = [
        named('response.created', { response: { id: 'r1' } }),
        named('response.output_text.delta', { delta: 'Hel' }),
        named('response.output_text.delta', { delta: 'lo' }),
        named('response.output_text.done', { text: 'Hello' }),
        named('response.completed', { response: { usage: { total_tokens: 3 } } }),
      ].join('');
      const reader = events({
        types: {
          'response.output_text.delta': z.object({ delta: z.string() }),
          'response.completed': z.object({
            response: z.object({ usage: z.object({ total_tokens: z.number() }) }),
          }),
        },
        until: ({ type }) => type === 'response.completed',
      });
      expect((await itemsOf(reader, stream, size)).map(shown)).toEqual([
        'response.output_text.delta {"delta":"Hel"}',
        'response.output_text.delta {"delta":"lo"}',
        'response.completed {"response":{"usage":{"total_tokens":3}}}',
      ]);
    });

    it('can be messages in blocks with pings between, and an error in the middle', async () => {
      const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
      const stream = [
        named('message_start', { message: { id: 'm1', content: [] } }),
        named('content_block_start', { index: 0 }),
        named('ping'),
        named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
        `event: error\ndata: ${JSON.stringify(error)}\n\n`,
        named('message_stop'),
      ].join('');
      const reader = events({
        types: {
          content_block_delta: z.object({ delta: z.object({ text: z.string() }) }),
          message_stop: z.unknown(),
        },
        until: ({ type }) => type === 'message_stop',
      });
      const items = await itemsOf(reader, stream, size);
      expect(items.map(({ type }) => type)).toEqual(['content_block_delta', 'error', 'message_stop']);
      expect(items[1]).toMatchObject({ ended: false, error: { kind: 'http', body: error } });
    });

    it('can be JSON-RPC messages with ids, an empty event first, and comments', async () => {
      const message = (id: string, body: object): string =>
        `event: message\nid: ${id}\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...body })}\n\n`;
      const stream = `id: s1_0\ndata:\n\n: keep-alive\n\n${message('s1_1', { method: 'notifications/progress', params: { progress: 1 } })}${message('s1_2', { id: 7, result: { tools: [] } })}`;
      const reader = events({
        parse: (text) => (text === '' ? undefined : (JSON.parse(text) as { id?: number })),
        until: (item) => item.data?.id === 7,
      });
      expect((await itemsOf(reader, stream, size)).map(({ id }) => id)).toEqual(['s1_0', 's1_1', 's1_2']);
    });
  },
);
