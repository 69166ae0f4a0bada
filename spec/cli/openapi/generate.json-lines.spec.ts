import { describe, expect, it } from 'vitest';
import { createApi } from '../../../lib/index.js';
import { generate, type GenerateOptions } from '../../../lib/entries/openapi-generator.js';
import type { Item, ItemStream } from '../../../lib/entries/stream.js';
import { clientErrors } from '../../support/client-errors.js';
import { generatedFrom } from '../../support/generated.js';
import { requestsOf } from '../../support/generated-client.js';
import { openApi } from '../../support/open-api.js';

const ROW = {
  type: 'object',
  required: ['at', 'id'],
  properties: {
    at: { type: 'string', format: 'date-time' },
    id: { type: 'integer', format: 'int64' },
  },
};
const REF = { $ref: '#/components/schemas/Row' };
const ROWS = ['{"at":"2026-01-02T03:04:05Z","id":9007199254740993}', '{"at":"2026-01-02T03:04:06Z","id":2}'];
const FORMATS = [
  ['application/jsonl', 'jsonLines', ROWS.join('\n')],
  ['application/x-ndjson', 'jsonLines', ROWS.join('\n')],
  ['application/json-seq', 'jsonSequence', ROWS.map((row) => `\u001e${row}\n`).join('')],
] as const;

/** A document with an operation that returns these content types. */
const exporting = (content: object) =>
  openApi(
    { '/rows': { get: { operationId: 'exportRows', responses: { 200: { description: '', content } } } } },
    { openapi: '3.2.0', components: { schemas: { Row: ROW } } },
  );

/** Calls the endpoint of a document, and returns the data of the stream's items. */
const received = async (document: object, type: string, sent: string, options: Partial<GenerateOptions>) => {
  const { text } = await generatedFrom(document, { streams: true, ...options });
  const { exportRows } = requestsOf(text);
  const api = createApi({
    baseUrl: 'https://a.test',
    requests: { exportRows: exportRows! },
    fetch: () => Promise.resolve(new Response(sent, { headers: { 'content-type': type } })),
  });
  const { data, error } = await api.exportRows({});
  if (error) throw error;
  const items: unknown[] = [];
  for await (const item of data as ItemStream<Item<unknown>>) items.push(item.error ?? item.data);
  return items;
};

describe.each(FORMATS)('a generated endpoint with %s and --streams', (type, reader, sent) => {
  it.each([{ itemSchema: REF }, { schema: REF }, { itemSchema: REF, schema: { type: 'array' } }])(
    `reads the items with ${reader}, typed by %j`,
    async (media) => {
      const document = exporting({ [type]: media });
      const { text, warnings } = await generatedFrom(document, { streams: true });
      expect(warnings).toEqual([]);
      expect(text).toContain(
        `import { ${reader}, type Item as HomingItem, type ItemStream as HomingItemStream } from 'homing/stream';\n`,
      );
      expect(text).toContain(
        "HomingRequest<{ [name: string]: never }, HomingItemStream<HomingItem<Row>>>({ method: 'GET', path: '/rows', " +
          `responseType: /* @__PURE__ */ ${reader}<Row>(), errorType: 'json' })`,
      );
    },
  );

  it.each([{}, { schemas: 'zod' }, { schemas: 'valibot' }] as const)(
    'converts the items with --dates, --int64 and %j',
    async (options) => {
      const items = await received(exporting({ [type]: { itemSchema: REF } }), type, sent, {
        dates: 'date',
        int64: 'bigint',
        ...options,
      });
      expect(items).toEqual([
        { at: new Date('2026-01-02T03:04:05Z'), id: 9007199254740993n },
        { at: new Date('2026-01-02T03:04:06Z'), id: 2n },
      ]);
    },
  );

  it('has a Blob without --streams', async () => {
    const { text, warnings } = await generatedFrom(exporting({ [type]: { itemSchema: REF } }));
    expect(warnings).toEqual([]);
    expect(text).toContain('globalThis.Blob>');
    expect(text).not.toContain('homing/stream');
  });

  it('reads JSON if the operation also returns JSON', async () => {
    const content = { [type]: { itemSchema: REF }, 'application/json': { schema: REF } };
    const { text } = await generatedFrom(exporting(content), { streams: true });
    expect(text).not.toContain('homing/stream');
  });

  it('has no mock', async () => {
    const document = exporting({ [type]: { itemSchema: REF } });
    const { mocks } = await generate({ document, streams: true, mocks: './api.js' });
    expect(mocks).not.toContain('exportRows');
  });
});

describe('JSON lines with --streams', () => {
  it('are parsed as JSON if the items are strings', async () => {
    const document = exporting({ 'application/jsonl': { itemSchema: { type: 'string' } } });
    expect(await received(document, 'application/jsonl', '"a"\n"b"\n', {})).toEqual(['a', 'b']);
  });

  it('have items of unknown type without a schema', async () => {
    const { text } = await generatedFrom(exporting({ 'application/jsonl': {} }), { streams: true });
    expect(text).toContain('HomingItemStream<HomingItem<unknown>>>');
  });

  it.each([{}, { dates: 'date', int64: 'bigint' }, { schemas: 'zod', int64: 'bigint' }] as const)(
    'compile with %j',
    async (options) => {
      const document = exporting({ 'application/jsonl': { itemSchema: REF } });
      const { text } = await generatedFrom(document, { streams: true, ...options });
      const id = 'int64' in options ? 'bigint' : 'number';
      const program = `import { createApi } from 'homing';
import { exportRows } from './api.js';
const api = createApi({ baseUrl: 'https://a.test', requests: { exportRows } });
const { data } = await api.exportRows({});
for await (const item of data ?? []) if (!item.error) { const id: ${id} = item.data.id; console.log(id); }
`;
      expect(clientErrors({ 'api.ts': text, 'program.ts': program })).toEqual([]);
    },
    60_000,
  );
});
