import { describe, expect, it } from 'vitest';
import { takes } from '../../support/open-api.js';
import { printed } from '../../support/generated.js';

const OBJECT = { type: 'object', properties: { a: { type: 'string' } } };
const post = (requestBody: unknown, method = 'post') => printed({ requestBody }, { method });
const bodyOf = (config: string): string =>
  /place: .*?((?:plainP|p)laces.*), responseType/.exec(config)?.[1] ?? '';

const RAW =
  'globalThis.Blob | globalThis.ArrayBuffer | globalThis.Uint8Array | globalThis.ReadableStream | string';

describe('the body of a generated endpoint', () => {
  it.each([
    ['application/json', '{ a?: string }', "'body' })"],
    [
      'application/merge-patch+json',
      '{ a?: string }',
      "{ in: 'body', type: 'application/merge-patch+json' } })",
    ],
    ['Text/JSON; v=1', '{ a?: string }', "{ in: 'body', type: 'Text/JSON; v=1' } })"],
    ['*/*', '{ a?: string }', "'body' })"],
    ['application/*', '{ a?: string }', "'body' })"],
    ['image/svg+xml', 'string', "{ in: 'raw', type: 'image/svg+xml' } })"],
    ['multipart/form-data', '{ a?: string } | globalThis.FormData', "'multipart' })"],
    ['application/x-www-form-urlencoded', '{ a?: string } | globalThis.URLSearchParams', "'form' })"],
    ['text/plain', 'string', "'raw' })"],
    ['application/xml', 'string', "{ in: 'raw', type: 'application/xml' } })"],
    ['image/png', RAW, "{ in: 'raw', type: 'image/png' } })"],
    ['image/*', RAW, "{ in: 'raw', type: 'image/*' } })"],
    ['multipart/mixed', RAW, "{ in: 'raw', type: 'multipart/mixed' } })"],
    ['application/octet-stream', RAW, "'raw' })"],
  ])('with %s is the field body, of the type %s', async (contentType, type, place) => {
    const { params, config } = await post(takes(OBJECT, contentType));
    expect(params).toEqual([`body: ${type};`]);
    const table = /^'(body|raw)'/.test(place) ? 'plainPlaces' : 'places';
    expect(bodyOf(config)).toBe(`${table}({ body: ${place}`);
  });

  it.each([
    ['application/json', 'unknown'],
    ['multipart/form-data', 'globalThis.FormData'],
  ])('with %s and no schema is %s', async (contentType, type) => {
    expect((await post({ content: { [contentType]: {} } })).params).toEqual([`body?: ${type};`]);
  });

  it('has the first content type of the document, and its comment names the others', async () => {
    const types = ['image/png', 'text/csv', 'text/plain', 'application/x-www-form-urlencoded'];
    const content = {
      ...Object.fromEntries(
        [...types, 'multipart/form-data', 'application/a+json'].map((type) => [type, {}]),
      ),
      'application/json': { schema: OBJECT },
    };
    const { params } = await printed({ requestBody: { content } }, { method: 'post', docs: true });
    expect(params).toEqual([
      '/** Sent as application/json; also taken: application/a+json, multipart/form-data, ' +
        'application/x-www-form-urlencoded, text/plain, text/csv, image/png */',
      'body?: { a?: string };',
    ]);
  });

  it.each(['form', 'multipart'])('keeps the styles of the members of a %s', async (kind) => {
    const list = { type: 'array', items: { type: 'string' } };
    const schema = {
      type: 'object',
      properties: { csv: list, pipes: list, deep: OBJECT, json: list, plain: list },
    };
    const encoding = {
      csv: { style: 'form', explode: false },
      pipes: { style: 'pipeDelimited' },
      deep: { style: 'deepObject' },
      json: { contentType: 'application/json' },
      plain: { contentType: 'text/plain' },
    };
    const contentType = kind === 'form' ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
    const { config } = await post(takes(schema, contentType, { encoding }));
    // An array becomes one part for each element, even if the elements are JSON.
    const word = kind === 'form' ? "'json'" : "{ type: 'application/json' }";
    expect(bodyOf(config)).toBe(
      `places({ body: { in: '${kind}', members: { csv: 'csv', deep: 'deep', json: ${word}, pipes: 'pipes' } } })`,
    );
  });

  it('is binary under a text type if the schema is binary', async () => {
    const { params } = await post(takes({ type: 'string', format: 'binary' }, 'text/csv'));
    expect(params).toEqual([`body: ${RAW};`]);
  });

  it('has all binary content types of the document', async () => {
    const content = { 'image/png': {}, 'image/jpeg': {} };
    expect(bodyOf((await post({ content })).config)).toBe(
      "places({ body: { in: 'raw', type: 'image/jpeg, image/png' } })",
    );
  });

  it('is sent without an invalid content type, with a warning', async () => {
    const { config, warnings } = await post(takes({ type: 'string' }, 'png'));
    expect(bodyOf(config)).toBe("plainPlaces({ body: 'raw' })");
    expect(warnings).toEqual([
      '/paths/~1things/post/requestBody/content/png: "png" is not sent: invalid content type',
    ]);
  });

  it('has Blobs for the files of a multipart body', async () => {
    const file = { type: 'string', format: 'binary' };
    const { params } = await post(takes({ type: 'object', properties: { file } }, 'multipart/form-data'));
    expect(params).toEqual(['body: { file?: globalThis.Blob } | globalThis.FormData;']);
  });

  it.each([{ format: 'binary' }, { contentEncoding: 'binary' }])(
    'with */* is binary for %j',
    async (schema) => {
      expect((await post(takes(schema, '*/*'))).params).toEqual([`body: ${RAW};`]);
    },
  );

  it.each(['get', 'head'])('is omitted from a %s, with a warning', async (method) => {
    const { params, warnings } = await post(takes(OBJECT), method);
    expect(params).toEqual([]);
    expect(warnings).toEqual([
      `/paths/~1things/${method}/requestBody: the body of a ${method.toUpperCase()} is skipped: fetch rejects it`,
    ]);
  });

  it('is sent with a DELETE', async () => {
    expect((await post(takes(OBJECT), 'delete')).config).toContain("plainPlaces({ body: 'body' })");
  });

  it('excludes read-only fields', async () => {
    const schema = {
      type: 'object',
      properties: { id: { readOnly: true, type: 'integer' }, name: { type: 'string' } },
    };
    expect((await post(takes(schema))).params).toEqual(['body: { name?: string };']);
  });
});
