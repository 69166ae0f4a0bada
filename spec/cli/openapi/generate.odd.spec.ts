import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../../lib/cli/openapi/document/diagnostics.js';
import { generate } from '../../../lib/cli/openapi/generate.js';
import { parsedFile } from '../../support/parsed-file.js';
import fc from 'fast-check';
import { draws } from '../../support/effort.js';

const schema = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (name: string): object => ({
  description: 'fine',
  content: { 'application/json': { schema: schema(name) } },
});

/** A document with most features of OpenAPI. */
const whole = (): object => ({
  openapi: '3.1.0',
  info: { title: 'Odd', version: '1' },
  servers: [{ url: 'https://{host}/v1', variables: { host: { default: 'a' } } }],
  security: [{ key: [] }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }],
      get: {
        operationId: 'getPet',
        parameters: [
          {
            name: 'tags',
            in: 'query',
            style: 'deepObject',
            schema: { type: 'object', properties: { a: {} } },
          },
          { name: 'x-id', in: 'header', content: { 'application/json': { schema: schema('Id') } } },
          { $ref: '#/components/parameters/Page' },
        ],
        responses: {
          200: json('Pet'),
          201: json('a-b'),
          202: json('a_b'),
          '4XX': json('Problem'),
          default: { $ref: '#/components/responses/Down' },
        },
      },
      post: {
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
              encoding: { file: { contentType: 'image/png' } },
            },
          },
        },
        responses: { 204: { description: 'none' } },
        callbacks: { done: { '{$url}': { post: { responses: { 204: { description: 'none' } } } } } },
      },
    },
    '/events': {
      get: {
        responses: { 200: { description: '', content: { 'text/event-stream': { schema: schema('Pet') } } } },
      },
    },
  },
  webhooks: {
    born: { post: { requestBody: { content: { 'application/json': { schema: schema('Cat') } } } } },
  },
  components: {
    parameters: { Page: { name: 'page', in: 'query', schema: { type: ['integer', 'null'] } } },
    responses: { Down: json('Problem') },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Id: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      Pet: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' }, friends: { type: 'array', items: schema('Pet') } },
        discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
      },
      Cat: {
        allOf: [schema('Pet'), { type: 'object', properties: { lives: { type: 'number', readOnly: true } } }],
      },
      Problem: {
        type: 'object',
        additionalProperties: { enum: ['a', null, 1] },
        patternProperties: { '^x': {} },
      },
      Pair: { prefixItems: [{ const: { y: 1, x: 2 } }, schema('Id')], items: false },
      'a-b': { properties: { z: schema('Pet'), a: { type: 'string' } }, required: ['q', 'z', 'a'] },
      a_b: { allOf: [schema('a-b'), { required: ['kind', 'b'] }], patternProperties: { '^b': {}, '^a': {} } },
    },
  },
});

/** Values that replace parts of the document. */
const VALUES: readonly unknown[] = [
  ...[null, true, 5, -1, '', 'x', 'object', '*/', '\u2028`${}', [], {}, [null], ['x', 'x'], { a: null }],
  ...['#', '#/paths', '#/components/schemas', '#/components/schemas/Gone', 'gone.yaml', '#/%', ''].map(
    ($ref) => ({ $ref }),
  ),
  ...[{ type: 'array' }, { allOf: [{}] }, { oneOf: 'x' }, { type: 'null' }, { enum: {} }],
  JSON.parse('{"__proto__":{"type":"string"},"constructor":1}'),
];
const KEYS = [
  '__proto__',
  'constructor',
  '',
  'a b',
  '*/',
  '/{',
  '{x}',
  '200',
  '$ref',
  'allOf',
  'discriminator',
  'x-a',
];

/** Every location in a value: the parent object and the key. */
const placesOf = (value: unknown): [holder: Record<string, unknown>, key: string][] =>
  Object.entries(Object(value) as Record<string, unknown>).flatMap(([key, child]) => [
    [value as Record<string, unknown>, key] as [Record<string, unknown>, string],
    ...(typeof child === 'object' && child !== null ? placesOf(child) : []),
  ]);

const change = fc.record({
  at: fc.nat(10_000),
  how: fc.constantFrom('value', 'value', 'copy', 'key', 'delete'),
  value: fc.constantFrom(...VALUES),
  from: fc.nat(10_000),
  key: fc.constantFrom(...KEYS),
});

const changed = (changes: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[]): object => {
  const document = whole();
  for (const { at, how, value, from, key } of changes) {
    const places = placesOf(document);
    const [holder, name] = places[at % places.length]!;
    const [other, otherName] = places[from % places.length]!;
    const copy = structuredClone(how === 'copy' ? other[otherName] : value);
    if (how === 'delete') Reflect.deleteProperty(holder, name);
    else if (how === 'key' && !Array.isArray(holder))
      Object.defineProperty(holder, key, {
        value: copy,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else holder[name] = copy;
  }
  return document;
};

describe('a randomly damaged document', () => {
  it('results in a file without syntax errors, or in a DocumentError', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const document = changed(changes);
        try {
          const { text } = await generate({ document });
          expect(parsedFile(text)).not.toEqual([]);
        } catch (error) {
          if (!(error instanceof DocumentError)) throw error;
          expect(error.message).not.toMatch(/\n|Cannot read|is not a function|undefined/);
        }
      }),
      // Always these cases: the oldest supported reader ends the process if a `$ref` leads through null.
      { ...draws(50, 150), seed: 20_261_122 },
    );
  }, 60_000);

  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, each]) => [key, turned(each)]);
    return Object.fromEntries(entries.reverse());
  };

  it('results in the same file in any key order', async () => {
    const { text } = await generate({ document: whole() });
    expect((await generate({ document: turned(whole()) as object })).text).toBe(text);
  });

  it('can be generated from in its undamaged form', async () => {
    const { text, warnings } = await generate({ document: whole() });
    expect(parsedFile(text)).not.toEqual([]);
    expect(warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['callback', 'webhook', 'event-stream']),
    );
  });
});
