import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createApi } from '../../../lib/index.js';
import type { ItemStream, Item } from '../../../lib/entries/sse.js';
import type { GenerateOptions } from '../../../lib/entries/openapi-generator.js';
import { clientErrors } from '../../support/client-errors.js';
import { generatedFrom } from '../../support/generated.js';
import { requestsOf } from '../../support/generated-client.js';
import { HomingCommand } from '../../support/homing-command.js';
import { openApi } from '../../support/open-api.js';

const EVENT = {
  type: 'object',
  required: ['at'],
  properties: { at: { type: 'string', format: 'date-time' } },
};
const REF = { $ref: '#/components/schemas/OrderEvent' };

/** A document with an operation that returns an event stream. */
const watching = (content: object, responses: object = {}) =>
  openApi(
    {
      '/orders': {
        get: { operationId: 'watchOrders', responses: { 200: { description: '', content }, ...responses } },
      },
    },
    { components: { schemas: { OrderEvent: EVENT } } },
  );
const stream = (schema?: object) => watching({ 'text/event-stream': { schema } });

const PROGRAM = `import { createApi } from 'homing';
import { watchOrders } from './api.js';
const api = createApi({ baseUrl: 'https://a.test', requests: { watchOrders } });
const { data } = await api.watchOrders({});
for await (const item of data ?? []) if (!item.error) { const at: TYPE = item.data.at; console.log(at, item.type); }
`;

/** Calls the endpoint of a document, and returns the data of the stream's items. */
const received = async (document: object, sent: string, options: Partial<GenerateOptions>) => {
  const { text } = await generatedFrom(document, { streams: true, ...options });
  const { watchOrders } = requestsOf(text);
  const api = createApi({
    baseUrl: 'https://a.test',
    requests: { watchOrders: watchOrders! },
    fetch: () => Promise.resolve(new Response(sent, { headers: { 'content-type': 'text/event-stream' } })),
  });
  const { data, error } = await api.watchOrders({});
  if (error) throw error;
  const items: unknown[] = [];
  for await (const item of data as ItemStream<Item<unknown>>) items.push(item.error ?? item.data);
  return items;
};

describe('a generated endpoint with an event stream and --streams (rules.md#generated-clients)', () => {
  it('reads the stream with events, without a warning', async () => {
    const { text, warnings } = await generatedFrom(stream(REF), { streams: true });
    expect(warnings).toEqual([]);
    expect(text).toContain("import { events, type EventStream as HomingEventStream } from 'homing/sse';\n");
    expect(text).toContain(
      "HomingRequest<{ [name: string]: never }, HomingEventStream<OrderEvent>>({ method: 'GET', path: '/orders', " +
        "responseType: /* @__PURE__ */ events<OrderEvent>(), errorType: 'json' })",
    );
  });

  it.each([
    [{}, 'string'],
    [{ dates: 'date' }, 'Date'],
    [{ schemas: 'zod' }, 'string'],
    [{ schemas: 'zod-mini', dates: 'date' }, 'Date'],
  ] as const)(
    'has typed items with %j',
    async (options, type) => {
      const { text } = await generatedFrom(stream(REF), { streams: true, ...options });
      expect(clientErrors({ 'api.ts': text, 'program.ts': PROGRAM.replace('TYPE', type) })).toEqual([]);
    },
    60_000,
  );

  it.each([
    { dates: 'date' },
    { dates: 'date', schemas: 'zod' },
    { dates: 'date', schemas: 'valibot' },
  ] as const)('converts the data of the items with %j', async (options) => {
    const items = await received(stream(REF), 'data: {"at":"2026-01-02T03:04:05Z"}\n\n', options);
    expect(items).toEqual([{ at: new Date('2026-01-02T03:04:05Z') }]);
  });

  it.each([{}, { schemas: 'zod' }, { schemas: 'valibot' }] as const)(
    'keeps 64-bit integers exact with --int64 bigint and %j',
    async (options) => {
      const id = { type: 'integer', format: 'int64' };
      const item = { type: 'object', required: ['id'], properties: { id } };
      const sent = 'data: {"id":9007199254740993}\n\ndata: {"id":1}\n\n';
      const items = await received(stream(item), sent, { int64: 'bigint', ...options });
      expect(items).toEqual([{ id: 9007199254740993n }, { id: 1n }]);
    },
  );

  it('keeps the text if the items are strings', async () => {
    expect(await received(stream({ type: 'string' }), 'data: Hi!\n\ndata: 5\n\n', {})).toEqual(['Hi!', '5']);
  });

  it('has items of unknown type without a schema', async () => {
    const { text } = await generatedFrom(stream(), { streams: true });
    expect(text).toContain('HomingEventStream<unknown>>');
    expect(text).toContain('events<unknown>()');
  });

  it('prefers JSON if the operation returns both', async () => {
    const document = watching({ 'text/event-stream': { schema: REF }, 'application/json': { schema: REF } });
    const { text } = await generatedFrom(document, { streams: true });
    expect(text).not.toContain('homing/sse');
  });

  it('keeps a warning and unknown data without the option', async () => {
    const { text, warnings } = await generatedFrom(stream(REF));
    expect(text).not.toContain('homing/sse');
    expect(warnings).toEqual([expect.stringContaining('an event stream needs a reader')]);
  });

  it.each([
    [[], false, false],
    [['--streams'], false, true],
    [[], true, true],
  ])('is read by the command with %j if the package is installed: %s', async (args, isInstalled, isRead) => {
    const command = new HomingCommand();
    try {
      if (isInstalled) {
        const folder = command.at('node_modules/eventsource-parser');
        mkdirSync(folder, { recursive: true });
        writeFileSync(`${folder}/package.json`, '{ "name": "eventsource-parser", "exports": "./index.js" }');
        writeFileSync(`${folder}/index.js`, '');
      }
      const document = command.save(stream(REF));
      await command.run('openapi', document, '-o', command.at('src/api.ts'), ...args);
      expect(command.read('src/api.ts').includes('homing/sse')).toBe(isRead);
    } finally {
      await command.close();
    }
  });
});
