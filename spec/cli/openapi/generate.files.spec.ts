import { describe, expect, it } from 'vitest';
import { createApi } from '../../../lib/index.js';
import { generatedFrom, printed } from '../../support/generated.js';
import { requestsOf } from '../../support/generated-client.js';
import { answers, openApi, param, takes } from '../../support/open-api.js';

const FORM = 'multipart/form-data';
const BINARY = { type: 'string', format: 'binary' };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object): object => ({ type: 'object', properties });
const components = { schemas: { Picture: BINARY, Upload: object({ file: ref('Picture') }) } };
const upload = (contentType: string, operationId: string): object => ({
  operationId,
  requestBody: takes(ref('Upload'), contentType),
  responses: { 204: { description: '' } },
});

describe('a binary schema', () => {
  it.each([
    BINARY,
    { type: 'string', contentMediaType: 'application/octet-stream' },
    { type: 'string', contentEncoding: 'binary' },
    { type: 'string', contentMediaType: 'image/png' },
  ])('is a string in JSON, in a query, in a header and in an URL-encoded form: %j', async (schema) => {
    const response = { responses: { 200: answers(object({ a: schema })), 404: answers(schema) } };
    expect((await printed(response)).types).toContain('{ a?: string }, { 404: string }');
    const json = await printed({ requestBody: takes(object({ a: schema })) }, { method: 'post' });
    expect(json.params).toEqual(['body: { a?: string };']);
    const parameters = [param('query', 'a', schema), param('header', 'b', schema)];
    expect((await printed({ parameters })).params).toEqual(['a?: string;', 'b?: string;']);
    const pairs = takes(object({ a: schema }), 'application/x-www-form-urlencoded');
    expect((await printed({ requestBody: pairs }, { method: 'post' })).params).toEqual([
      'body: { a?: string } | globalThis.URLSearchParams;',
    ]);
  });

  it('is a string in the JSON of a part', async () => {
    const requestBody = takes(object({ meta: object({ a: BINARY }), file: BINARY }), FORM);
    const { params } = await printed({ requestBody }, { method: 'post' });
    expect(params).toEqual([
      'body: { file?: globalThis.Blob; meta?: { a?: string } } | globalThis.FormData;',
    ]);
  });

  it('is a Blob in a multipart body, also under names that the document leaves open', async () => {
    const requestBody = takes({ ...object({}), additionalProperties: BINARY }, FORM);
    const { params } = await printed({ requestBody }, { method: 'post' });
    expect(params).toEqual(['body: { [key: string]: globalThis.Blob } | globalThis.FormData;']);
  });

  it('is a Blob as a whole body', async () => {
    const { params } = await printed({ requestBody: takes(BINARY, 'image/png') }, { method: 'post' });
    expect(params.join()).toContain('globalThis.Blob');
  });

  it('keeps its name in multipart bodies if only they contain it', async () => {
    const { text } = await generatedFrom(
      openApi({ '/a': { post: upload(FORM, 'one') }, '/b': { post: upload(FORM, 'two') } }, { components }),
    );
    expect(text).toContain('body: Upload | globalThis.FormData;');
    expect(text).toContain('export type Picture = globalThis.Blob;');
  });

  it('is a string in JSON and a Blob in a multipart body that share it', async () => {
    const document = openApi(
      { '/a': { post: upload(FORM, 'one') }, '/b': { post: upload('application/json', 'two') } },
      { components },
    );
    const { text } = await generatedFrom(document);
    expect(text).toContain('body: { file?: globalThis.Blob } | globalThis.FormData;');
    expect(text).toContain('body: Upload;');
    expect(text).toContain('export type Picture = string;');
  });

  it.each(['zod', 'valibot'] as const)('is checked in the same way by schemas of %s', async (schemas) => {
    const document = openApi(
      {
        '/a': { post: { ...upload(FORM, 'one'), responses: { 200: answers(ref('Upload')) } } },
        '/b': { post: upload('application/json', 'two') },
      },
      { components },
    );
    const { one, two } = requestsOf((await generatedFrom(document, { schemas })).text);
    const fetch = () => Promise.resolve(Response.json({ file: 'x' }));
    const api = createApi({ baseUrl: 'https://a.test', requests: { one: one!, two: two! }, fetch });
    const sent = async (name: 'one' | 'two', file: unknown) => (await api[name]({ body: { file } })).error;
    expect(await sent('one', new Blob(['x']))).toBeNull();
    expect(await sent('two', 'x')).toBeNull();
    expect(await sent('two', new Blob(['x']))).toMatchObject({ kind: 'network' });
  });
});
