import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Warnings } from '../../../../lib/cli/openapi/document/diagnostics.js';
import { readDocument as readAll } from '../../../../lib/cli/openapi/document/read-document.js';
import type { Reach } from '../../../../lib/cli/openapi/document/sources.js';

const info = { title: 'Shop', version: '1' };
const shop = (more: object = {}): Record<string, unknown> => ({ openapi: '3.0.3', info, paths: {}, ...more });
const schemas = (all: object): object => shop({ components: { schemas: all } });

const readDocument = async (source: string | object, reach: Reach = {}, warnings = new Warnings()) =>
  (await readAll(source, reach, warnings)).document;

let folder = '';
const file = (name: string, content: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'homing-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const YAML = `openapi: 3.1.0
info: { title: Shop, version: '1' }
paths: {}
components:
  schemas:
    A: { type: string }
`;

describe('readDocument', () => {
  it.each(['3.0.0', '3.0.4', '3.1.1', '3.2.0'])('accepts OpenAPI %s', async (openapi) => {
    const document = { ...shop(), openapi };
    expect(await readDocument(document)).toEqual(document);
  });

  it("doesn't change an object that it receives", async () => {
    const document = schemas({ A: { $ref: file('part.yaml', 'type: string') } });
    const before = JSON.stringify(document);
    await readDocument(document, { root: folder });
    expect(JSON.stringify(document)).toBe(before);
  });

  it('includes the targets of $refs to other files', async () => {
    file('user.yaml', "type: object\nproperties: { team: { $ref: 'more.json#/Team' } }");
    file('more.json', { Team: { type: 'string' } });
    const read = await readDocument(file('root.json', schemas({ A: { $ref: 'user.yaml' } })));
    expect(read.components).toEqual({
      schemas: {
        A: { $ref: '#/components/schemas/user' },
        user: { type: 'object', properties: { team: { $ref: '#/components/schemas/Team' } } },
        Team: { type: 'string' },
      },
    });
  });

  it('names two schemas with the same name in two files independently of the key order', async () => {
    file('one.json', { Pet: { type: 'string' } });
    file('two.json', { Pet: { type: 'number' } });
    const entries = [
      ['A', { $ref: 'one.json#/Pet' }],
      ['B', { $ref: 'two.json#/Pet' }],
    ] as const;
    const warnings = new Warnings();
    const reads = [entries, [...entries].reverse()].map((list, at) =>
      readDocument(file(`order${at}.json`, schemas(Object.fromEntries(list))), {}, warnings),
    );
    const [one, other] = await Promise.all(reads);
    expect(one?.components).toEqual(other?.components);
    expect(one?.components).toMatchObject({
      schemas: { Pet: { type: 'string' }, 'Pet-2': { type: 'number' } },
    });
    expect(warnings.list.map(({ code }) => code)).toContain('schema-name');
  });

  it('converts Swagger 2 to an OpenAPI document', async () => {
    const swagger = { swagger: '2.0', info, paths: {}, definitions: { A: { type: 'string' } } };
    const read = await readDocument(file('swagger.json', swagger));
    expect(read.openapi).toMatch(/^3/);
    expect(read.components).toEqual({ schemas: { A: { type: 'string' } } });
  });

  it('ignores only the Swagger 2 parameters without a location', async () => {
    const kept = { name: 'a', in: 'query', type: 'string' };
    const parameters = [{ name: 'b' }, kept, { $ref: '#/parameters/C' }];
    const shared = { B: { name: 'b' }, C: { ...kept, name: 'c' } };
    const get = { parameters, responses: { 204: { description: '' } } };
    const paths = { '/a': { get, put: { ...get, parameters: 'none' } } };
    const { components, paths: read } = await readDocument({
      swagger: '2.0',
      info,
      paths,
      parameters: shared,
    });
    expect(Object.keys((components as { parameters: object }).parameters)).toEqual(['C']);
    expect(read).toMatchObject({ '/a': { get: { parameters: [{ name: 'a' }, {}] } } });
    expect(read).not.toHaveProperty(['/a', 'put', 'parameters']);
  });

  it('replaces cycles of $refs without content, with a warning', async () => {
    const [$a, $b] = ['A', 'B'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const warnings = new Warnings();
    const read = await readDocument(schemas({ A: $b, B: $a, C: { items: $a } }), {}, warnings);
    expect(read.components).toEqual({ schemas: { A: {}, B: {}, C: { items: $a } } });
    expect(warnings.list.map(({ pointer }) => pointer)).toContain('/components/schemas/A');
  });

  it('keeps a field called __proto__', async () => {
    const text = JSON.stringify(schemas({ A: { properties: { x: {} } } })).replace('"x"', '"__proto__"');
    const read = await readDocument(file('proto.json', text));
    expect(JSON.stringify(read)).toBe(text);
  });

  it("warns about faults that a client doesn't depend on", async () => {
    const warnings = new Warnings();
    const odd = {
      A: { type: 'string', pattern: 5 },
      B: { type: 'string', example: { $ref: 'gone' }, 'x-a': { $ref: 'gone' } },
    };
    await readDocument(schemas(odd), {}, warnings);
    expect(warnings.list.map(({ pointer }) => pointer)).toEqual(['/components/schemas/A/pattern']);
  });
});

describe('readDocument accepts a faulty document with a warning', () => {
  const codesOf = async (document: object): Promise<string[]> => {
    const warnings = new Warnings();
    await readDocument(document, {}, warnings);
    return warnings.list.map(({ code, pointer }) => `${code} ${pointer}`);
  };
  const get = (operation: object): object => shop({ paths: { '/a': { get: operation } } });

  it.each([
    ['a numeric version', { ...shop(), info: { title: 'Shop', version: 1 } }, 'wrong-value /info/version'],
    ['a numeric OpenAPI version', { ...shop(), openapi: 3.1 }, 'wrong-value /openapi'],
    ['a missing title', { ...shop(), info: { version: '1' } }, 'missing-field /info'],
    ['a missing info', { openapi: '3.0.0', paths: {} }, 'missing-field '],
    ['a document with only components', { openapi: '3.0.0', info, components: {} }, 'missing-field '],
    ['an operation without responses', get({}), 'missing-field /paths/~1a/get'],
    [
      'a response without a description',
      get({ responses: { 200: {} } }),
      'missing-field /paths/~1a/get/responses/200',
    ],
    [
      'a null instead of an array',
      get({ parameters: null, responses: {} }),
      'wrong-value /paths/~1a/get/parameters',
    ],
    [
      'a parameter without a name',
      get({ parameters: [{ in: 'query' }] }),
      'missing-field /paths/~1a/get/parameters/0',
    ],
    ['an unknown field', get({ responses: {}, tag: 'a' }), 'unknown-field /paths/~1a/get/tag'],
    [
      'a faulty webhook',
      { openapi: '3.1.0', info, webhooks: { a: { post: { responses: { 200: {} } } } } },
      'missing-field /webhooks/a/post/responses/200',
    ],
  ])('for %s', async (_, document, warning) => {
    expect(await codesOf(document)).toContain(warning);
  });

  it('for unresolved $refs, which it returns so that the caller decides', async () => {
    const gone = { A: { $ref: '#/components/schemas/Gone' }, B: { $ref: 'gone.yaml' } };
    const { broken } = await readAll(schemas(gone), {}, new Warnings());
    expect(broken.map(({ pointer }) => pointer)).toEqual(['/components/schemas/A', '/components/schemas/B']);
  });

  it("for a structure that can't be checked", async () => {
    const chain = Array.from({ length: 3000 }, (_, at) => [
      `s${at}`,
      { properties: { next: { $ref: `#/components/schemas/s${(at + 1) % 3000}` } } },
    ]);
    expect(await codesOf(schemas(Object.fromEntries(chain)))).toEqual(['unchecked ']);
  });

  it('and says in one line what to do', async () => {
    const warnings = new Warnings();
    await readDocument(
      { openapi: '3.0.0', info: {}, paths: { '/a': { get: { responses: {}, x: 1 } } } },
      {},
      warnings,
    );
    expect(warnings.list.map(({ message }) => message)).toEqual([
      'the field `title` is missing: add it',
      'the field `version` is missing: add it',
      expect.stringMatching(/^the field|^OpenAPI has no field `x` here: remove it, or name it x-…/),
    ]);
  });
});

describe('readDocument rejects', () => {
  const refused = async (source: string | object): Promise<Record<string, unknown>> => {
    const error: unknown = await readDocument(source).catch((reason: unknown) => reason);
    const { name, message, pointer } = error as Error & { pointer?: string };
    expect([name, message.includes('\n')]).toEqual(['DocumentError', false]);
    return { message: message.replaceAll(folder, ''), pointer };
  };

  it.each([
    ['a missing file', () => join(folder, 'gone.yaml'), "/gone.yaml can't be read: no such file"],
    ['a folder', () => folder, "can't be read: it is a folder"],
    ['an empty file', () => file('empty', ''), 'Not an OpenAPI document: no top-level `openapi` field'],
    ['an array', () => file('list', []), 'Not an OpenAPI document: no top-level `openapi` field'],
    ['broken JSON', () => file('broken.json', '{ "openapi": "3.0.0", '), '/broken.json'],
    ['broken YAML', () => file('broken.yaml', 'a: [b: }'), '/broken.yaml'],
    [
      'an unsupported version',
      () => ({ ...shop(), openapi: '4.0.0' }),
      'OpenAPI 4.0.0 is not supported: use 3.0 to 3.2 or Swagger 2.0',
    ],
    [
      'circular aliases',
      () => file('round.yaml', `${YAML}x-a: &a { b: *a }`),
      'The document has circular aliases; use $ref',
    ],
    [
      'exponential aliases',
      () => file('bomb.yaml', `${YAML}x-0: &x0 {}\n${bomb(30)}`),
      'The document has too many nested aliases; use $ref',
    ],
  ])('%s', async (_, source, sentence) => {
    expect((await refused(source())).message).toContain(sentence);
  });

  const bomb = (levels: number): string =>
    Array.from({ length: levels }, (_, at) => `x-${at + 1}: &x${at + 1} [*x${at}, *x${at}]\n`).join('');

  it.each([
    ['only a version and info', { openapi: '3.0.0', info }, undefined],
    ['an array of paths', { ...shop(), paths: [] }, '/paths'],
  ])('a document without the required structure: %s', async (_, document, pointer) => {
    expect((await refused(document)).pointer).toBe(pointer);
  });

  it('an extremely nested document', async () => {
    const depth = 20_000;
    const text = JSON.stringify(schemas({ A: 0 })).replace(
      '0}',
      `${'{"items":'.repeat(depth)}{}${'}'.repeat(depth)}}`,
    );
    expect((await refused(file('deep.json', text))).message).toContain('nested too deeply');
  });

  it.each([
    ['@redocly/openapi-core', { swagger: '2.0' }],
    ['@scalar/openapi-upgrader', { swagger: '2.0', info, paths: {} }],
  ])('to continue without %s, and says how to install it', async (name, document) => {
    const missing = Object.assign(new Error('Not found'), { code: 'ERR_MODULE_NOT_FOUND' });
    // A thenable, because Vitest wraps the rejection of a Promise in its own error.
    vi.doMock(name, () => ({ then: () => Promise.reject(missing) }));
    vi.resetModules();
    const fresh = await import('../../../../lib/cli/openapi/document/read-document.js');
    await expect(fresh.readDocument(document, {}, new Warnings())).rejects.toThrow(
      `needs ${name}: npm install -D ${name}`,
    );
    vi.doUnmock(name);
  });
});
