import { describe, expect, it } from 'vitest';
import { generate } from '../../../../lib/entries/openapi-generator.js';

type JsonObject = Readonly<Record<string, unknown>>;

const TEXT = { type: 'string' };
const LIST = { type: 'array', items: TEXT };
const FINE = { 200: { description: '', schema: TEXT } };
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

const ref = ($ref: string): JsonObject => ({ $ref });
const header = (name: string, rest: JsonObject): JsonObject => ({ in: 'header', name, ...rest });
const field = (name: string, rest: JsonObject): JsonObject => ({ in: 'formData', name, ...rest });

const generated = async (paths: JsonObject, rest: JsonObject = {}) => {
  const document = { swagger: '2.0', info: { title: 'Old', version: '1' }, paths, ...rest };
  const { text, warnings } = await generate({ document, docs: false });
  return { text, warnings: warnings.map(({ code, pointer, message }) => `${code} ${pointer}: ${message}`) };
};

/** The generated file of `POST /a` with these options. */
const posted = (operation: JsonObject, rest?: JsonObject) =>
  generated({ '/a': { post: { operationId: 'a', responses: FINE, ...operation } } }, rest);

describe('a body parameter of Swagger 2', () => {
  const body = { in: 'body', name: 'b', required: true, schema: { properties: { a: TEXT } } };

  it('is sent when a $ref names it', async () => {
    const { text, warnings } = await posted(
      { parameters: [ref('#/parameters/Body'), ref('#/parameters/Trace')] },
      { parameters: { Body: body, Trace: header('X-Trace', TEXT) } },
    );
    expect(text).toContain("'X-Trace'?: string;\n  body: { a?: string };");
    expect(warnings).toEqual([]);
  });

  it('is sent by each operation of the path that declares it, with the content types of the operation', async () => {
    const operation = { responses: FINE };
    const { text } = await generated(
      {
        '/a': {
          parameters: [ref('#/parameters/Body')],
          put: { ...operation, operationId: 'put', consumes: ['application/merge-patch+json'] },
          post: { ...operation, operationId: 'post' },
        },
      },
      { parameters: { Body: body } },
    );
    expect(text.match(/ {2}body: .*;/g)).toEqual(['  body: { a?: string };', '  body: { a?: string };']);
    expect(text).toContain('application/merge-patch+json');
  });

  it('becomes a named type if it is long', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `field${index}`);
    const schema = { properties: Object.fromEntries(names.map((name) => [name, TEXT])) };
    const { text } = await posted(
      { parameters: [ref('#/parameters/Body')] },
      { parameters: { Body: { ...body, schema } } },
    );
    expect(text).toContain('body: Body;');
  });

  it('of the operation replaces the body parameter of the path', async () => {
    const own = { in: 'body', name: 'own', schema: { type: 'integer' } };
    const { text } = await generated({
      '/a': { parameters: [body], post: { operationId: 'a', parameters: [own], responses: FINE } },
    });
    expect(text).toContain('body?: number;');
  });
});

describe('a form parameter of Swagger 2', () => {
  it('is sent when a $ref names it, with the others', async () => {
    const { text, warnings } = await posted(
      {
        consumes: [FORM],
        parameters: [ref('#/parameters/F'), field('g', { type: 'integer', required: true })],
      },
      { parameters: { F: field('f', TEXT) } },
    );
    expect(text).toContain('body?: { f?: string; g: number } | globalThis.URLSearchParams;');
    expect(warnings).toEqual([]);
  });

  it.each([
    [FORM, undefined, "members: { f: 'csv' }"],
    [FORM, 'csv', "members: { f: 'csv' }"],
    [FORM, 'pipes', "members: { f: 'pipes' }"],
    [FORM, 'ssv', "members: { f: 'ssv' }"],
    [FORM, 'multi', "body: 'form'"],
    [MULTIPART, undefined, "members: { f: 'csv' }"],
    [MULTIPART, 'multi', "body: 'multipart'"],
  ])('of %s with an array of the format %s is printed with %s', async (type, collectionFormat, table) => {
    const parameters = [field('f', { ...LIST, ...(collectionFormat !== undefined && { collectionFormat }) })];
    const { text, warnings } = await posted({ consumes: [type], parameters });
    expect(text).toContain(table);
    expect(text).toContain('f?: string[]');
    expect(warnings).toEqual([]);
  });

  it('with an array of files has one part per file', async () => {
    const parameters = [field('f', { type: 'array', items: { type: 'file' } })];
    const { text } = await posted({ consumes: [MULTIPART], parameters });
    expect(text).toContain('f?: globalThis.Blob[] } | globalThis.FormData;');
    expect(text).toContain("places({ body: 'multipart' })");
  });
});

describe('the collection format of Swagger 2', () => {
  it.each([
    ['header', 'tsv'],
    ['header', 'ssv'],
    ['header', 'pipes'],
    ['path', 'pipes'],
    ['query', 'tsv'],
    ['formData', 'tsv'],
  ])('in a %s with the value %s is replaced by commas, with a warning', async (place, collectionFormat) => {
    const parameter = { in: place, name: 'f', ...LIST, collectionFormat };
    const { text, warnings } = await generated({
      '/a/{f}': {
        post: {
          operationId: 'a',
          responses: FINE,
          parameters: [{ ...parameter, ...(place === 'path' && { required: true }) }],
        },
      },
    });
    expect(warnings.filter((each) => each.startsWith('collection-format'))).toEqual([
      `collection-format /paths/~1a~1{f}/post/parameters/0: the array "f" is sent with commas: "${collectionFormat}" is not supported here`,
    ]);
    if (place !== 'header') expect(text).toContain("'csv'");
  });

  it('of a shared parameter causes a warning at its declaration', async () => {
    const { warnings } = await posted(
      { parameters: [ref('#/parameters/F')] },
      { parameters: { F: header('f', { ...LIST, collectionFormat: 'pipes' }) } },
    );
    expect(warnings).toEqual([
      'collection-format /parameters/F: the array "f" is sent with commas: "pipes" is not supported here',
    ]);
  });
});

describe('the content types of a response of Swagger 2', () => {
  const shared = { R: { description: '', schema: TEXT } };

  it('come from the operation', async () => {
    const { text } = await posted({ produces: ['text/plain'] }, { produces: ['application/json'] });
    expect(text).toContain("responseType: 'text'");
  });

  it('come from the operation for a shared response', async () => {
    const { text } = await posted(
      { produces: ['text/plain'], responses: { 200: ref('#/responses/R') } },
      { produces: ['application/json'], responses: shared },
    );
    expect(text).toContain("responseType: 'text'");
  });

  it('come from the document if the operation has none', async () => {
    const { text } = await posted(
      { responses: { 200: ref('#/responses/R') } },
      { produces: ['text/plain'], responses: shared },
    );
    expect(text).toContain("responseType: 'text'");
  });

  it('default to JSON', async () => {
    const { text } = await posted({ responses: { 200: ref('#/responses/R') } }, { responses: shared });
    expect(text).toContain('string>({');
    expect(text).not.toContain('responseType');
  });
});

describe('a file response of Swagger 2', () => {
  it.each([
    ['nothing', undefined],
    ['JSON', ['application/json']],
    ['a PDF', ['application/pdf']],
    ['text', ['text/csv']],
    ['JSON and a PDF', ['application/json', 'application/pdf']],
  ])('is a Blob without a warning if the operation produces %s', async (_, produces) => {
    const file = { description: '', schema: { type: 'file' } };
    for (const response of [file, ref('#/responses/File')]) {
      const operation = { responses: { 200: response }, ...(produces && { produces }) };
      const { text, warnings } = await posted(operation, { responses: { File: file } });
      expect(text).toContain("globalThis.Blob>({ method: 'POST', path: '/a', responseType: 'blob'");
      expect(warnings).toEqual([]);
    }
  });
});
