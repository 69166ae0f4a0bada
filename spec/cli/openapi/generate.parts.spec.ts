import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printed } from '../../support/generated.js';
import { GeneratedClients } from '../../support/generated-client.js';
import { openApi, takes } from '../../support/open-api.js';
import { generatedFrom } from '../../support/generated.js';

const FORM = 'multipart/form-data';
const BINARY = { type: 'string', format: 'binary' };
const BASE64 = { type: 'string', contentEncoding: 'base64' };
const OBJECT = { type: 'object', properties: { a: { type: 'string' } } };
const TEXT = { type: 'string' };
const listOf = (items: unknown): object => ({ type: 'array', items });

interface PrintedPart {
  /** The type of the passed value. */
  readonly type: string | undefined;
  /** Its entry in the table of places. */
  readonly member: string | undefined;
  readonly warnings: readonly string[];
}

/** A multipart body whose only member is `f`. */
const form = (schema: unknown, encoding?: unknown): object => ({
  requestBody: takes({ type: 'object', properties: { f: schema } }, FORM, {
    ...(encoding !== undefined && { encoding: { f: encoding } }),
  }),
});

const part = async (schema: unknown, encoding?: unknown, openapi = '3.1.0'): Promise<PrintedPart> => {
  const operation = { ...form(schema, encoding), operationId: 'call', responses: {} };
  const { text, warnings } = await generatedFrom({
    ...openApi({ '/things': { post: operation } }),
    openapi,
  });
  const [, type] = /\{ f\?: (.*) \} \| globalThis\.FormData;/.exec(text) ?? [];
  const [, member] = /members: \{ f: (.*?) \} \} \}\)/.exec(text) ?? [];
  return { type, member, warnings: warnings.filter((each) => !each.includes('2xx response')) };
};

describe('a part of a generated multipart body', () => {
  it.each<[string, object, string, string | undefined]>([
    ['a file', BINARY, 'globalThis.Blob', undefined],
    ['a file', { contentMediaType: 'application/octet-stream' }, 'globalThis.Blob', undefined],
    ['a file', { type: 'string', contentEncoding: 'binary' }, 'globalThis.Blob', undefined],
    ['a picture', { contentMediaType: 'image/png' }, 'globalThis.Blob', "{ type: 'image/png' }"],
    [
      'a document',
      { type: 'string', contentMediaType: 'application/pdf' },
      'globalThis.Blob',
      "{ type: 'application/pdf' }",
    ],
    ['files', listOf(BINARY), 'globalThis.Blob[]', undefined],
    ['pictures', listOf({ contentMediaType: 'image/png' }), 'globalThis.Blob[]', "{ type: 'image/png' }"],
    [
      'a picture or null',
      { anyOf: [{ type: 'string', contentMediaType: 'image/png' }, { type: 'null' }] },
      'globalThis.Blob | null',
      "{ type: 'image/png' }",
    ],
    [
      'a picture or null',
      { type: ['string', 'null'], contentMediaType: 'image/png' },
      'globalThis.Blob | null',
      "{ type: 'image/png' }",
    ],
    ['the text of a file', BASE64, 'string', "{ type: 'application/octet-stream' }"],
    [
      'the text of a picture',
      { ...BASE64, contentMediaType: 'image/png' },
      'string',
      "{ type: 'application/octet-stream' }",
    ],
    ['XML', { type: 'string', contentMediaType: 'application/xml' }, 'string', undefined],
    ['JSON text', { type: 'string', contentMediaType: 'application/json' }, 'string', undefined],
    ['no type', { type: 'string', contentMediaType: 'png' }, 'string', undefined],
    ['text', TEXT, 'string', undefined],
    ['an object', OBJECT, '{ a?: string }', undefined],
    ['objects', listOf(OBJECT), '{ a?: string }[]', undefined],
  ])('for %s with the schema %j has the type %s, and is written as %s', async (_, schema, type, member) => {
    expect(await part(schema)).toEqual({ type, member, warnings: [] });
  });

  it.each<[string, object, string, string | undefined]>([
    ['image/png', TEXT, 'globalThis.Blob', "{ type: 'image/png' }"],
    ['image/png,image/jpeg', {}, 'globalThis.Blob', "{ type: 'image/png, image/jpeg' }"],
    ['image/*', TEXT, 'globalThis.Blob', undefined],
    ['image/png', listOf(TEXT), 'globalThis.Blob[]', "{ type: 'image/png' }"],
    ['image/png', { type: 'array' }, 'globalThis.Blob[]', "{ type: 'image/png' }"],
    ['image/png', OBJECT, 'globalThis.Blob', "{ type: 'image/png' }"],
    ['image/png', BASE64, 'string', "{ type: 'image/png' }"],
    ['image/png', { type: 'string', format: 'byte' }, 'string', "{ type: 'image/png' }"],
    ['image/png', { type: 'integer' }, 'number', "{ type: 'image/png' }"],
    ['text/csv', BINARY, 'globalThis.Blob', "{ type: 'text/csv' }"],
    ['text/vtt, application/x-subrip', TEXT, 'globalThis.Blob', "{ type: 'text/vtt, application/x-subrip' }"],
    ['text/csv', TEXT, 'string', "{ type: 'text/csv' }"],
    ['text/csv', listOf(TEXT), 'string[]', "{ type: 'text/csv' }"],
    ['text/plain; charset=utf-8', TEXT, 'string', undefined],
    ['text/*', TEXT, 'string', undefined],
    ['*/*', TEXT, 'string', undefined],
    ['application/xml; charset=utf-8', OBJECT, 'string', "{ type: 'application/xml; charset=utf-8' }"],
    ['application/xml', listOf(OBJECT), 'string[]', "{ type: 'application/xml' }"],
    ['application/json', OBJECT, '{ a?: string }', "'json'"],
    ['application/json', TEXT, 'string', "'json'"],
    ['application/xml, application/json', OBJECT, '{ a?: string }', "'json'"],
    ['application/json', listOf(TEXT), 'string[]', "{ type: 'application/json' }"],
    ['application/ld+json', OBJECT, '{ a?: string }', "{ type: 'application/ld+json' }"],
  ])(
    'with the content type %s and the schema %j has the type %s, and is written as %s',
    async (type, schema, ...rest) => {
      const { member, type: passed, warnings } = await part(schema, { contentType: type });
      expect([passed, member, warnings]).toEqual([...rest, []]);
    },
  );

  it('has no invalid content type, and causes a warning', async () => {
    const { member, warnings } = await part(TEXT, { contentType: 'png' });
    expect(member).toBeUndefined();
    expect(warnings).toEqual([
      '/paths/~1things/post/requestBody/content/multipart~1form-data/encoding/f/contentType: "png" is ignored: invalid content type',
    ]);
  });

  it('has a style instead of its content type, except under OpenAPI 3.0', async () => {
    const encoding = { style: 'form', explode: false, contentType: 'text/csv' };
    expect((await part(listOf(TEXT), encoding)).member).toBe("'csv'");
    expect((await part(listOf(TEXT), encoding, '3.0.3')).member).toBe("{ type: 'text/csv' }");
    expect((await part(BASE64, { style: 'form' })).member).toBeUndefined();
    expect(await part(listOf(BINARY), { style: 'form', explode: false })).toMatchObject({
      type: 'globalThis.Blob[]',
      member: undefined,
    });
  });

  it('has no headers of its own, and causes a warning', async () => {
    const encoding = { headers: { 'X-Rate': { schema: TEXT }, 'content-type': { schema: TEXT } } };
    expect((await part(BINARY, encoding)).warnings).toEqual([
      '/paths/~1things/post/requestBody/content/multipart~1form-data/encoding/f/headers: the headers of the part "f" are not sent: a form has none',
    ]);
    expect((await part(BINARY, { headers: { 'Content-Type': { schema: TEXT } } })).warnings).toEqual([]);
  });
});

describe('the schema of a generated multipart body', () => {
  const encoding = { f: { contentType: 'image/png' } };
  const body = async (
    schema: unknown,
    schemas: object = {},
    content: Readonly<Record<string, unknown>> = { encoding },
  ) => printed({ requestBody: takes(schema, FORM, content) }, { method: 'post', components: { schemas } });
  const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
  const object = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest });

  it.each([BINARY, { ...TEXT, contentMediaType: 'application/octet-stream' }, { type: 'integer' }, BASE64])(
    'keeps its name if it fully describes the value: %j',
    async (f) => {
      const { params } = await body(ref('Form'), { Form: object({ f }) });
      expect(params).toEqual(['body: Form | globalThis.FormData;']);
    },
  );

  it('is expanded if its encoding turns strings into files', async () => {
    const { params, file } = await body(ref('Form'), {
      Form: object({ f: { ...TEXT, description: 'x' }, g: ref('Other') }, { required: ['f'] }),
      Other: TEXT,
    });
    expect(params).toEqual(['body: { f: globalThis.Blob; g?: Other } | globalThis.FormData;']);
    expect(file).not.toContain('type Form =');
  });

  it.each([
    [
      { allOf: [ref('Base'), object({ g: TEXT })], required: ['f'] },
      '{ f?: globalThis.Blob } & { g?: string } & { f: globalThis.Blob }',
    ],
    [{ oneOf: [ref('Base'), object({ g: TEXT })] }, '{ f?: globalThis.Blob } | { g?: string }'],
  ])('is expanded in composed schemas: %j', async (schema, type) => {
    const { params } = await body(schema, { Base: object({ f: TEXT }) });
    expect(params).toEqual([`body: ${type} | globalThis.FormData;`]);
  });

  it('excludes read-only fields', async () => {
    const { params } = await body(object({ f: { ...TEXT, readOnly: true }, g: TEXT }));
    expect(params).toEqual(['body: { g?: string } | globalThis.FormData;']);
  });

  it('ends at a cycle, and at exponential growth', async () => {
    const twice = (name: string): object => ({ allOf: [ref(name), ref(name)] });
    const schemas: Record<string, object> = { S0: object({ f: TEXT }), Round: { allOf: [ref('Round')] } };
    for (let at = 1; at < 40; at += 1) schemas[`S${at}`] = twice(`S${at - 1}`);
    expect((await body(ref('S39'), schemas)).file.length).toBeLessThan(20_000);
    expect((await body(ref('Round'), schemas)).params).toHaveLength(1);
  });

  it('has members of any name', async () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{"type":"string"}}',
    ) as object;
    const { params, config } = await body(
      object(properties),
      {},
      {
        encoding: JSON.parse('{"__proto__":{"contentType":"image/png"}}') as object,
      },
    );
    expect(params.join()).toContain('__proto__?: globalThis.Blob');
    expect(config).toContain("members: { ['__proto__']: { type: 'image/png' } }");
  });
});

describe('a multipart body that OpenAPI 3.2 describes by position', () => {
  it.each([
    { schema: { type: 'array', items: {} } },
    { itemSchema: TEXT, itemEncoding: { contentType: 'image/png' } },
    { schema: { type: 'array', prefixItems: [TEXT] }, prefixEncoding: [{ contentType: 'text/csv' }] },
  ])('is a FormData, with a warning: %j', async (content) => {
    const requestBody = { required: true, content: { [FORM]: content } };
    const { params, warnings } = await printed({ requestBody }, { method: 'post', openapi: '3.2.0' });
    expect(params).toEqual(['body: globalThis.FormData;']);
    expect(warnings).toEqual([
      '/paths/~1things/post/requestBody/content/multipart~1form-data: its parts have no names here: pass a FormData',
    ]);
  });

  it("has the caller's value for another multipart type, with a warning and without the header", async () => {
    const content = { 'multipart/mixed': { itemSchema: {}, prefixEncoding: [{}], itemEncoding: {} } };
    const { params, config, warnings } = await printed(
      { requestBody: { content } },
      { method: 'post', openapi: '3.2.0' },
    );
    expect(params.join()).toContain('globalThis.Blob');
    expect(config).not.toContain('Content-Type');
    expect(warnings).toEqual([
      '/paths/~1things/post/requestBody/content/multipart~1mixed: multipart/mixed is not supported: pass a Blob whose type has its boundary',
    ]);
  });
});

describe('the sent parts of a generated client', () => {
  const clients = new GeneratedClients();
  beforeAll(() => clients.start());
  afterAll(() => clients.close());

  const arrived = async (schema: unknown, encoding: unknown, value: unknown): Promise<unknown[]> => {
    const sent = await clients.call(form(schema, encoding), { body: { f: value } }, { method: 'post' });
    const { body, headers } = sent.arrived;
    const read = await new Response(body, {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    return Promise.all(
      read
        .getAll('f')
        .map(async (each) =>
          typeof each === 'string' ? each : `${each.name} ${each.type} ${await each.text()}`,
        ),
    );
  };

  it.each<[string, unknown, object | undefined, unknown, unknown[]]>([
    ['a picture', TEXT, { contentType: 'image/png, image/jpeg' }, new Blob(['x']), ['blob image/png x']],
    [
      'a picture of another type',
      BINARY,
      { contentType: 'image/png, image/jpeg' },
      new File(['x'], 'a.jpg', { type: 'image/jpeg' }),
      ['a.jpg image/jpeg x'],
    ],
    ['a table', TEXT, { contentType: 'text/csv' }, 'a,b', ['blob text/csv a,b']],
    ['a base64 string', BASE64, undefined, 'eA==', ['blob application/octet-stream eA==']],
    [
      'an array of JSON',
      listOf(TEXT),
      { contentType: 'application/json' },
      ['x', 'y'],
      ['blob application/json "x"', 'blob application/json "y"'],
    ],
  ])('for %s match the document', async (_, schema, encoding, value, parts) => {
    expect(await arrived(schema, encoding, value)).toEqual(parts);
  });
});
