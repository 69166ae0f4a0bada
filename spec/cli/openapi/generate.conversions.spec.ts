import { describe, expect, it } from 'vitest';
import { createApi, type InvalidData, type Result } from '../../../lib/index.js';
import type { GenerateOptions } from '../../../lib/entries/openapi-generator.js';
import { requestsOf } from '../../support/generated-client.js';
import { generatedFrom } from '../../support/generated.js';
import { answers, openApi, param, takes } from '../../support/open-api.js';

const LIBRARIES = ['none', 'zod', 'zod-mini', 'valibot'] as const;
type Library = (typeof LIBRARIES)[number];

const CONVERTED = { dates: 'date', int64: 'bigint', bytes: 'uint8array' } as const;

const USER = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    serial: { type: 'string', format: 'int64' },
    face: { type: 'string', format: 'byte' },
    born: { type: 'string', format: 'date' },
    seen: { type: ['string', 'null'], format: 'date-time' },
    friends: { type: 'array', items: { $ref: '#/components/schemas/User' } },
    byName: { type: 'object', additionalProperties: { $ref: '#/components/schemas/User' } },
  },
};
const REF = { $ref: '#/components/schemas/User' };
const WIRE =
  '{"id":9007199254740993,"serial":"9007199254740995","face":"AQL/","born":"2026-02-28",' +
  '"seen":"2026-11-25T10:00:00.000Z","friends":[{"id":1,"seen":null}],"byName":{"a":{"id":2,"born":"2026-01-01"}}}';
const DATA = {
  id: 9007199254740993n,
  serial: 9007199254740995n,
  face: Uint8Array.of(1, 2, 255),
  born: new Date('2026-02-28T00:00:00Z'),
  seen: new Date('2026-11-25T10:00:00Z'),
  friends: [{ id: 1n, seen: null }],
  byName: { a: { id: 2n, born: new Date('2026-01-01T00:00:00Z') } },
};

/** A request as it was sent. */
interface Sent {
  readonly url: string;
  readonly body: unknown;
}

/** Calls the only operation of a document, which gets this response. */
const called = async (
  operation: object,
  params: object,
  reply: string,
  { library, status = 200, ...options }: Partial<GenerateOptions> & { library: Library; status?: number },
): Promise<{ result: Result<unknown>; sent: Sent[]; invalid: InvalidData[]; text: string }> => {
  const components = { schemas: { User: USER } };
  const document = openApi({ '/things': { post: { operationId: 'call', ...operation } } }, { components });
  const schemas = library === 'none' ? undefined : library;
  const { text } = await generatedFrom(document, { ...CONVERTED, schemas, ...options });
  const sent: Sent[] = [];
  const invalid: InvalidData[] = [];
  const api = createApi({
    baseUrl: 'https://a.test',
    onInvalidData: (each) => void invalid.push(each),
    fetch: (url, init) => {
      sent.push({ url, body: init?.body });
      const headers = { 'content-type': 'application/json' };
      return Promise.resolve(new Response(reply, { status, headers }));
    },
    requests: { call: requestsOf(text)['call']! },
  });
  return { result: await api.call(params as Record<string, unknown>), sent, invalid, text };
};

describe.each(LIBRARIES)('dates, 64-bit integers and bytes of a generated client, schemas: %s', (library) => {
  const responses = { 200: answers(REF) };

  it('are converted in responses, at any depth', async () => {
    const { result, invalid } = await called({ responses }, {}, WIRE, { library });
    expect(result.error).toBeNull();
    expect(result.data).toEqual(DATA);
    expect(invalid).toEqual([]);
  });

  it('are converted back in bodies, to the same bytes', async () => {
    const { sent, result } = await called({ requestBody: takes(REF), responses }, { body: DATA }, WIRE, {
      library,
    });
    expect(result.error).toBeNull();
    expect(JSON.parse(sent[0]?.body as string)).toEqual(JSON.parse(WIRE));
    expect(sent[0]?.body).toContain('"id":9007199254740993,');
  });

  it('are converted back in the JSON of multipart bodies, to the same digits', async () => {
    const form = { type: 'object', properties: { user: REF, users: { type: 'array', items: REF } } };
    const { sent, result } = await called(
      { requestBody: takes(form, 'multipart/form-data'), responses },
      { body: { user: DATA, users: [DATA] } },
      WIRE,
      { library },
    );
    expect(result.error).toBeNull();
    const parts = [...(sent[0]?.body as FormData).values()];
    const texts = await Promise.all(parts.map((part) => (part as File).text()));
    expect(texts.map((text): unknown => JSON.parse(text))).toEqual([JSON.parse(WIRE), JSON.parse(WIRE)]);
    for (const text of texts) expect(text).toContain('"id":9007199254740993,');
  });

  it('are converted back in queries and headers', async () => {
    const parameters = [
      param('query', 'since', { type: 'string', format: 'date-time' }),
      param('query', 'days', { type: 'array', items: { type: 'string', format: 'date' } }),
      param('query', 'id', { type: 'integer', format: 'int64' }),
    ];
    const params = { since: DATA.seen, days: [DATA.born], id: DATA.id };
    const { sent } = await called({ parameters, responses }, params, WIRE, { library });
    const query = new URL(sent[0]?.url ?? '').searchParams;
    expect([...query].sort()).toEqual([
      ['days', '2026-02-28'],
      ['id', '9007199254740993'],
      ['since', '2026-11-25T10:00:00.000Z'],
    ]);
  });

  it('are converted in the parts of an allOf, in both directions', async () => {
    const born = {
      type: 'object',
      required: ['born'],
      properties: { born: { type: 'string', format: 'date' } },
    };
    const at = { born: { type: 'string', format: 'date' }, seen: { type: 'string', format: 'date-time' } };
    const both = {
      type: 'object',
      allOf: [born, { type: 'object', properties: { name: { type: 'string' } } }, { properties: at }],
    };
    const pairs = {
      allOf: [
        { type: 'array', items: born },
        { type: 'array', items: both },
      ],
    };
    const wire = '{"born":"2026-02-28","name":"Ada","seen":"2026-11-25T10:00:00.000Z","more":[1]}';
    const data = { born: DATA.born, name: 'Ada', seen: DATA.seen, more: [1] };
    const operation = { requestBody: takes(pairs), responses: { 200: answers(pairs) } };
    const { result, sent } = await called(operation, { body: [data] }, `[${wire}]`, { library });
    expect(result.error).toBeNull();
    expect(result.data).toEqual([data]);
    expect(JSON.parse(sent[0]?.body as string)).toEqual([JSON.parse(wire)]);
  });

  it('are converted in a list of unique items', async () => {
    const ids = { type: 'array', uniqueItems: true, items: { type: 'integer', format: 'int64' } };
    const operation = { requestBody: takes(ids), responses: { 200: answers(ids) } };
    const { result, sent } = await called(operation, { body: [1n, 2n] }, '[1,9007199254740993]', { library });
    expect(result.data).toEqual([1n, 9007199254740993n]);
    expect(sent[0]?.body).toBe('[1,2]');
  });

  it('are converted in the bodies of errors', async () => {
    const of = { ...responses, 404: answers(REF) };
    const { result } = await called({ responses: of }, {}, WIRE, { library, status: 404 });
    expect(result.error).toMatchObject({ kind: 'http', status: 404, body: DATA });
  });

  it('are converted by the status', async () => {
    const of = {
      200: answers(REF),
      202: answers({ type: 'array', items: { type: 'string', format: 'date' } }),
      204: { description: 'nothing' },
    };
    const operation = { responses: of };
    expect((await called(operation, {}, WIRE, { library })).result.data).toEqual(DATA);
    const { result } = await called(operation, {}, '["2026-02-28"]', { library, status: 202 });
    expect(result.data).toEqual([DATA.born]);
  });

  it('stop a call with a date that is none, before it is sent', async () => {
    const params = { body: { id: 1n, seen: new Date(Number.NaN) } };
    const { result, sent } = await called({ requestBody: takes(REF), responses }, params, WIRE, { library });
    expect(result.error).toMatchObject({ kind: 'network', sent: false });
    expect(sent).toEqual([]);
  });

  it('stay text and numbers by default', async () => {
    const options = { library, dates: undefined, int64: undefined, bytes: undefined };
    const { result, text } = await called(
      { responses },
      {},
      '{"id":1,"seen":"2026-11-25T10:00:00.000Z"}',
      options,
    );
    expect(result.data).toEqual({ id: 1, seen: '2026-11-25T10:00:00.000Z' });
    expect(text).not.toContain('homing/codec');
  });
});

describe.each(['zod', 'zod-mini', 'valibot'] as const)('allOf of %s with dates', (library) => {
  it('rejects data that one part rejects, and names the place', async () => {
    const born = {
      type: 'object',
      required: ['born'],
      properties: { born: { type: 'string', format: 'date' } },
    };
    const whole = { allOf: [born, { type: 'object', properties: { name: { type: 'string' } } }] };
    const responses = { 200: answers({ type: 'array', items: whole }) };
    const { result } = await called({ responses }, {}, '[{"born":"2026-02-28","name":1}]', { library });
    expect(result.error).toMatchObject({ kind: 'parse' });
    const keys = result.error?.issues?.map(({ path }) =>
      path?.map((step) => (typeof step === 'object' ? step.key : step)),
    );
    expect(keys).toEqual([[0, 'name']]);
  });

  it('stays an intersection without conversions', async () => {
    const whole = { allOf: [REF, { type: 'object', properties: { name: { type: 'string' } } }] };
    const options = { library, dates: undefined, int64: undefined, bytes: undefined };
    const { text } = await called({ responses: { 200: answers(whole) } }, {}, '{"id":1}', options);
    expect(text).not.toContain('$all');
  });
});

describe('the codecs of a generated client', () => {
  it('never reject data, and report what is no date', async () => {
    const { result, invalid } = await called(
      { responses: { 200: answers(REF) } },
      {},
      '{"id":1,"seen":"soon","friends":[{"id":2,"born":7}]}',
      { library: 'none' },
    );
    expect(result.data).toEqual({ id: 1n, seen: 'soon', friends: [{ id: 2n, born: 7 }] });
    expect(invalid).toHaveLength(1);
    expect(invalid[0]?.issues.map(({ path }) => path)).toEqual([['friends', 0, 'born'], ['seen']]);
  });

  it.each([
    [
      'an object without conversions has none',
      { type: 'object', properties: { a: { type: 'string' } } },
      undefined,
    ],
    ['a list', { type: 'array', items: { type: 'string', format: 'date' } }, 'list(date)'],
    ['a map', { type: 'object', additionalProperties: { type: 'string', format: 'date' } }, 'record(date)'],
    [
      'a map next to fields',
      { properties: { a: { type: 'string' } }, additionalProperties: { type: 'string', format: 'date' } },
      'object({ a: object({}) }, date)',
    ],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string', format: 'date' }], items: false },
      'tuple([object({}), date])',
    ],
    [
      'a choice',
      { oneOf: [{ type: 'string', format: 'date' }, { type: 'integer' }] },
      'anyOf(date, object({}))',
    ],
    ['a nullable choice', { oneOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, 'date'],
    [
      'a composition',
      {
        allOf: [
          { properties: { a: { type: 'string', format: 'date' } } },
          { properties: { b: { format: 'date-time', type: 'string' } } },
        ],
      },
      'allOf(object({ a: date }), object({ b: dateTime }))',
    ],
    [
      'a field that a pattern also describes is converted once',
      {
        properties: { 'x-a': { type: 'string', format: 'date' } },
        patternProperties: { '^x-': { type: 'string', format: 'date' } },
      },
      "object({ 'x-a': date }, byName([[new globalThis.RegExp('^x-', 'u'), date]]))",
    ],
    [
      'a name of every object',
      JSON.parse('{"properties":{"__proto__":{"type":"string","format":"date"}}}') as object,
      "object({ ['__proto__']: date })",
    ],
    ['an enum of dates has none', { type: 'string', format: 'date', enum: ['2026-01-01'] }, undefined],
  ])('have only what is converted: %s', async (_, schema, codec) => {
    const { text } = await generatedFrom(
      openApi({ '/things': { get: { operationId: 'call', responses: { 200: answers(schema) } } } }),
      { dates: 'date' },
    );
    expect(/ schema: (.*) \}\);/.exec(text)?.[1]).toBe(
      codec === undefined ? undefined : `/* @__PURE__ */ (() => decodes(${codec}))()`,
    );
  });

  it('convert and rename readOnly fields of a received object that is sent back', async () => {
    const readOnly = Object.entries(USER.properties).map(([name, field]) => [
      name,
      { ...field, readOnly: true },
    ]);
    const properties = {
      ...Object.fromEntries(readOnly),
      last_day: { ...USER.properties.born, readOnly: true },
    };
    const schema = {
      type: 'object',
      required: ['id'],
      properties: { ...properties, name: { type: 'string' } },
    };
    const body = { ...DATA, lastDay: DATA.born, name: 'Ada' };
    const operation = { requestBody: takes(schema), responses: {} };
    const options = { library: 'none', properties: 'camelCase' } as const;
    const { sent, result } = await called(operation, { body }, '', options);
    expect(result.error).toBeNull();
    const wire = { ...(JSON.parse(WIRE) as object), last_day: '2026-02-28', name: 'Ada' };
    expect(JSON.parse(sent[0]?.body as string)).toEqual(wire);
    expect(sent[0]?.body).toContain('"id":9007199254740993,');
  });

  it('are chosen by the discriminator', async () => {
    const cat = {
      type: 'object',
      properties: { kind: { type: 'string' }, at: { type: 'string', format: 'date' } },
    };
    const dog = { type: 'object', properties: { kind: { type: 'string' }, at: { type: 'string' } } };
    const pet = {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind' },
    };
    const { text } = await generatedFrom(
      openApi(
        { '/things': { get: { operationId: 'call', responses: { 200: answers(pet) } } } },
        { components: { schemas: { Cat: cat, Dog: dog } } },
      ),
      { dates: 'date' },
    );
    expect(text).toContain('const CatCodec = /* @__PURE__ */ (() => object({ at: date }))();\n');
    expect(text).toContain("decodes(tagged('kind', { Cat: CatCodec }))");
    expect(text).not.toContain('DogCodec');
  });

  it('of Temporal have its types', async () => {
    const { text } = await generatedFrom(
      openApi({
        '/things': {
          get: {
            operationId: 'call',
            responses: { 200: answers({ type: 'array', items: USER.properties.born }) },
          },
        },
      }),
      { dates: 'temporal' },
    );
    expect(text).toContain('Temporal.PlainDate[]');
    expect(text).toContain('decodes(list(plainDate))');
  });
});
