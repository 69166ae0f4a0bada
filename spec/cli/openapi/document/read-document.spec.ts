import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readDocument } from '../../../../lib/cli/openapi/document/read-document.js';
import { Warnings } from '../../../../lib/cli/openapi/document/warnings.js';

const info = { title: 'Shop', version: '1' };
const shop = (more: object = {}): Record<string, unknown> => ({ openapi: '3.0.3', info, paths: {}, ...more });
const schemas = (all: object): object => shop({ components: { schemas: all } });

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
  it.each(['3.0.0', '3.0.4', '3.1.1', '3.2.0'])('takes OpenAPI %s', async (openapi) => {
    const document = { ...shop(), openapi };
    expect(await readDocument(document)).toEqual(document);
  });

  it('reads JSON and YAML alike, whatever the file is called', async () => {
    const read = await readDocument(file('a.txt', YAML));
    expect(read).toEqual(await readDocument(file('b.txt', read)));
    expect(read.components).toEqual({ schemas: { A: { type: 'string' } } });
  });

  it('leaves an object that is handed over as it is', async () => {
    const document = schemas({ A: { $ref: file('part.yaml', 'type: string') } });
    const before = JSON.stringify(document);
    await readDocument(document);
    expect(JSON.stringify(document)).toBe(before);
  });

  it('takes in what the $refs to other files name', async () => {
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

  it('makes an OpenAPI document of Swagger 2', async () => {
    const swagger = { swagger: '2.0', info, paths: {}, definitions: { A: { type: 'string' } } };
    const read = await readDocument(file('swagger.json', swagger));
    expect(read.openapi).toMatch(/^3/);
    expect(read.components).toEqual({ schemas: { A: { type: 'string' } } });
  });

  it('opens circles of nothing but $refs, with a warning', async () => {
    const [$a, $b] = ['A', 'B'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const warnings = new Warnings();
    const read = await readDocument(schemas({ A: $b, B: $a, C: { items: $a } }), { warnings });
    expect(read.components).toEqual({ schemas: { A: {}, B: {}, C: { items: {} } } });
    expect(warnings.list.map(({ pointer }) => pointer)).toContain('/components/schemas/A');
  });

  it('takes a schema that names itself', async () => {
    const document = schemas({ A: { type: 'array', items: { $ref: '#/components/schemas/A' } } });
    expect(await readDocument(document)).toEqual(document);
  });

  it('keeps a field called __proto__', async () => {
    const text = JSON.stringify(schemas({ A: { properties: { x: {} } } })).replace('"x"', '"__proto__"');
    const read = await readDocument(file('proto.json', text));
    expect(JSON.stringify(read)).toBe(text);
  });

  it('warns of odd things that a client can be made without', async () => {
    const warnings = new Warnings();
    const odd = {
      A: { type: 'string', pattern: 5 },
      B: { type: 'string', example: { $ref: 'gone' }, 'x-a': { $ref: 'gone' } },
    };
    await readDocument(schemas(odd), { warnings });
    expect(warnings.list.map(({ pointer }) => pointer)).toEqual(['/components/schemas/A/pattern']);
  });
});

describe('readDocument refuses', () => {
  const refused = async (source: string | object, offline = false): Promise<Record<string, unknown>> => {
    const error: unknown = await readDocument(source, { offline }).catch((reason: unknown) => reason);
    const { name, message, pointer } = error as Error & { pointer?: string };
    expect([name, message.includes('\n')]).toEqual(['DocumentError', false]);
    return { message: message.replaceAll(folder, ''), pointer };
  };

  it.each([
    [
      'a file that is not there',
      () => join(folder, 'gone.yaml'),
      "/gone.yaml can't be read: there is no such file",
    ],
    ['a folder', () => folder, "can't be read: it is a folder"],
    ['an empty file', () => file('empty', ''), 'no OpenAPI document'],
    ['a list', () => file('list', []), 'no OpenAPI document'],
    ['broken JSON', () => file('broken.json', '{ "openapi": "3.0.0", '), '/broken.json'],
    ['broken YAML', () => file('broken.yaml', 'a: [b: }'), '/broken.yaml'],
    ['another version', () => ({ ...shop(), openapi: '4.0.0' }), 'OpenAPI 4.0.0 is unknown'],
    ['aliases that lead round', () => file('round.yaml', `${YAML}x-a: &a { b: *a }`), 'circle'],
    ['aliases that explode', () => file('bomb.yaml', `${YAML}x-0: &x0 {}\n${bomb(30)}`), 'too many aliases'],
  ])('%s', async (_, source, sentence) => {
    expect((await refused(source())).message).toContain(sentence);
  });

  const bomb = (levels: number): string =>
    Array.from({ length: levels }, (_, at) => `x-${at + 1}: &x${at + 1} [*x${at}, *x${at}]\n`).join('');

  it.each([
    ['into the document', '#/components/schemas/Gone'],
    ['to another file', 'gone.yaml'],
  ])('a $ref %s that leads nowhere', async (_, $ref) => {
    const { pointer } = await refused(
      schemas({
        A: { type: 'object', properties: { a: { $ref: '#/components/schemas/B' } } },
        B: { properties: { b: { $ref } } },
      }),
    );
    expect(pointer).toBe('/components/schemas/B/properties/b');
  });

  it.each([
    ['paths', { openapi: '3.0.0', info }, ''],
    ['a list of paths', { ...shop(), paths: [] }, '/paths'],
    [
      'the name of a parameter',
      shop({ paths: { '/a': { get: { parameters: [{ in: 'query' }], responses: {} } } } }),
      '/paths/~1a/get/parameters/0',
    ],
  ])('a document without the shape of one: %s', async (_, document, pointer) => {
    expect((await refused(document)).pointer).toBe(pointer);
  });

  it('what is nested beyond any reason', async () => {
    const depth = 20_000;
    const text = JSON.stringify(schemas({ A: 0 })).replace(
      '0}',
      `${'{"items":'.repeat(depth)}{}${'}'.repeat(depth)}}`,
    );
    expect((await refused(file('deep.json', text))).message).toContain('nested too deeply');
  });

  it('the web, if it is offline: a document and a $ref', async () => {
    const calls: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      calls.push(url);
      response
        .writeHead(200, { 'content-type': 'application/json', connection: 'close' })
        .end(JSON.stringify(shop()));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api.json`;
    expect(await readDocument(url)).toEqual(shop());
    expect((await refused(url, true)).message).toContain('offline');
    expect((await refused(schemas({ A: { $ref: url } }), true)).message).toContain('offline');
    expect(calls).toEqual(['/api.json']);
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ['@redocly/openapi-core', { swagger: '2.0' }],
    ['@scalar/openapi-upgrader', { swagger: '2.0', info, paths: {} }],
  ])('to go on without %s, and says how to install it', async (name, document) => {
    const missing = Object.assign(new Error('Not found'), { code: 'ERR_MODULE_NOT_FOUND' });
    jest.doMock(name, () => Object.assign(Promise.reject(missing), { __esModule: true }));
    jest.resetModules();
    const fresh = await import('../../../../lib/cli/openapi/document/read-document.js');
    await expect(fresh.readDocument(document)).rejects.toThrow(`install it: npm install -D ${name}`);
    jest.dontMock(name);
  });
});
