import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generate } from '../../../lib/entries/openapi-generator.js';
import { generatedFrom, printed } from '../../support/generated.js';
import { answers, NOTHING, openApi, param, takes } from '../../support/open-api.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const user = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const small = openApi(
  {
    '/users/{id}': {
      get: {
        operationId: 'users/get',
        summary: 'A user',
        parameters: [param('path', 'id')],
        responses: { 200: answers({ $ref: '#/components/schemas/user' }), 404: NOTHING },
      },
    },
    '/users': { post: { operationId: 'users/add', requestBody: takes(user), responses: { 204: NOTHING } } },
  },
  { servers: [{ url: 'https://api.example.com' }], components: { schemas: { user } } },
);

describe('a generated file', () => {
  it('has only endpoints as values, sorted by name, and types for the rest', async () => {
    const { text } = await generatedFrom(small, { docs: true });
    expect(text).toBe(`// homing ${version}: Small 1
/* eslint-disable */
import { Request as HomingRequest } from 'homing';
import { plainPlaces } from 'homing/openapi';

/** The servers of the document, for \`baseUrl\`. */
export type BaseUrl = 'https://api.example.com';

export type UsersAddParams = {
  body: { name: string };
};

/** \`POST /users\` */
export const usersAdd = /* @__PURE__ */ new HomingRequest<UsersAddParams, undefined>({ method: 'POST', path: '/users', place: /* @__PURE__ */ plainPlaces({ body: 'body' }), responseType: 'none' });

export type UsersGetParams = {
  id: string;
};

/** \`GET /users/{id}\`: A user */
export const usersGet = /* @__PURE__ */ new HomingRequest<UsersGetParams, User, { 404: unknown }>({ method: 'GET', path: '/users/{id}' });

export type User = {
  name: string;
};
`);
  });

  it('has no unused imports', async () => {
    expect((await generatedFrom(openApi({}))).text).toBe(
      `// homing ${version}: Small 1\n/* eslint-disable */\n\nexport type BaseUrl = string;\n`,
    );
    expect((await printed({})).file).not.toContain('homing/openapi');
  });

  it('has no doc comments with docs: false', async () => {
    const { text } = await generatedFrom(small, { docs: false });
    expect(text).not.toContain('/**');
  });

  it('has a title that stays in one line', async () => {
    const info = { title: 'A\n*/ \u2028evil()\r', version: '1\n2' };
    const { text } = await generatedFrom({ ...openApi({}), info });
    expect(text.split(/[\r\n\u2028]/).slice(0, 2)).toEqual([
      `// homing ${version}: A *\\/ evil() 1 2`,
      '/* eslint-disable */',
    ]);
  });

  it("has 64-bit integers as strings with int64: 'string'", async () => {
    const document = openApi({
      '/': { get: { responses: { 200: answers({ type: 'integer', format: 'int64' }) } } },
    });
    expect((await generatedFrom(document, { int64: 'string' })).text).toContain('never }, string>');
    expect((await generatedFrom(document)).text).toContain('never }, number>');
  });

  it.each([
    ['int64', 'number, string or bigint'],
    ['dates', 'string, date or temporal'],
    ['bytes', 'base64 or uint8array'],
    ['schemas', 'zod, zod-mini or valibot'],
  ])('rejects another value of %s', async (name, words) => {
    await expect(generatedFrom(small, { [name]: 'Bigint' })).rejects.toThrow(`${name}: pass ${words}.`);
  });
});

describe('the comment of a generated endpoint', () => {
  const commentOf = async (operation: object, rest: object = {}): Promise<string[]> => {
    const { file } = await printed(operation, { ...rest, docs: true });
    const [, comment = ''] = /\n(\/\*\*(?:(?!\/\*\*)[^])*?\*\/)\nexport const/.exec(file) ?? [];
    return comment
      .split('\n')
      .map((line) => line.replace(/^ ?(\/\*\*|\*\/|\*) ?/, '').replace(/ ?\*\/$/, ''))
      .filter(Boolean);
  };

  it('contains the summary, the description and the deprecation', async () => {
    expect(await commentOf({ summary: 'All', description: 'Of them\n\nall */', deprecated: true })).toEqual([
      '`GET /things`: All',
      'Of them',
      'all *\\/',
      '@deprecated',
    ]);
  });

  it.each([
    [{ security: [{ bearer: [] }] }, ['Needs bearer']],
    [
      { security: [{ oauth: ['write', 'read'] }, { key: [], bearer: [] }] },
      ['Needs oauth (write, read), or bearer and key'],
    ],
    [{ security: [{}, { key: [] }] }, ['Needs nothing, or key']],
    [{ security: [] }, []],
    [{ security: [{}] }, []],
    [{}, ['Needs key']],
  ])('lists the security requirements of %j', async (operation, lines) => {
    const http = { type: 'http', scheme: 'bearer' };
    const key = { type: 'apiKey', in: 'query', name: 'key' };
    const components = { securitySchemes: { bearer: http, oauth: http, key } };
    const comment = await commentOf(operation, { security: [{ key: [] }], components });
    expect(comment.slice(1)).toEqual(lines);
  });

  it('names its own server, with a warning', async () => {
    const servers = [{ url: 'https://up.example.com' }];
    expect(await commentOf({ servers })).toEqual(['`GET /things`', 'Server: https://up.example.com']);
    expect((await printed({ servers })).warnings).toEqual([
      '/paths/~1things/get: it has its own server, https://up.example.com: call it with a client of that baseUrl',
    ]);
  });
});

describe('BaseUrl', () => {
  it.each([
    [
      ['https://a.example.com/v1', 'https://b.example.com'],
      "'https://a.example.com/v1' | 'https://b.example.com'",
    ],
    [['https://{region}.example.com/{base}/'], '`https://${string}.example.com/${string}`'],
    [['/api/v3/'], '`${string}/api/v3`'],
    [['/'], 'string'],
    [['{server}'], 'string'],
    [["https://`'${evil}.example.com"], "`https://\\`'$${string}.example.com`"],
  ])('for %j is %s', async (urls, type) => {
    const { text } = await generatedFrom(openApi({}, { servers: urls.map((url) => ({ url })) }));
    expect(text).toContain(`export type BaseUrl = ${type};\n`);
  });
});

describe('SecurityHeaders', () => {
  it('has each header that the security schemes require', async () => {
    const securitySchemes = {
      token: { type: 'http', scheme: 'bearer' },
      login: { type: 'http', scheme: 'basic' },
      oauth: { type: 'oauth2', flows: {} },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      other: { type: 'apiKey', in: 'query', name: 'key' },
      tls: { type: 'mutualTLS' },
    };
    const { text } = await generatedFrom(openApi({}, { components: { securitySchemes } }));
    expect(text).toContain(
      'export type SecurityHeaders = {\n' +
        '  Authorization?: `Basic ${string}` | `Bearer ${string}`;\n' +
        '  Cookie?: `sid=${string}`;\n' +
        "  'X-Key'?: string;\n" +
        '};\n',
    );
  });

  it('is omitted if no scheme uses a header', async () => {
    expect((await generatedFrom(openApi({}))).text).not.toContain('SecurityHeaders');
  });

  // Quadratic time would exceed the time limit of a case.
  it('needs linear time for 60,000 headers', async () => {
    const schemes = Array.from({ length: 60_000 }, (_, at) => [
      `s${at}`,
      { type: 'apiKey', in: 'header', name: `X-Key-${at}` },
    ]);
    const document = openApi({}, { components: { securitySchemes: Object.fromEntries(schemes) as object } });
    expect((await generatedFrom(document)).text).toContain('X-Key-59999');
  });
});

describe('an unsupported part of the document', () => {
  it('is skipped, with a warning for each', async () => {
    const document = openApi(
      {
        '/a': {
          trace: { responses: { 204: NOTHING } },
          get: {
            responses: { 204: NOTHING },
            callbacks: { done: { '{$url}': { post: { responses: { 204: NOTHING } } } } },
          },
        },
      },
      { webhooks: { hook: { post: { responses: { 204: NOTHING } } } } },
    );
    const { text, warnings } = await generatedFrom(document);
    expect(text.match(/export const \w+/g)).toEqual(['export const getA']);
    expect([...warnings].sort()).toEqual([
      '/paths/~1a/get: callbacks are requests to you: only types are generated',
      "/paths/~1a/trace: it is skipped: fetch can't send it",
      '/webhooks/hook: webhooks are requests to you: only types are generated',
    ]);
  });

  it('is skipped in OpenAPI 3.2, too', async () => {
    const item = { query: { responses: { 204: NOTHING } } };
    const { text, warnings } = await generatedFrom({ ...openApi({ '/a': item }), openapi: '3.2.0' });
    expect(text).not.toContain('export const');
    expect(warnings).toEqual(["/paths/~1a/query: it is skipped: fetch can't send it"]);
  });
});

describe("a $ref that can't be resolved", () => {
  const gone = (name: string, rest = {}): object =>
    openApi({ '/a': { get: { responses: { 200: answers({ $ref: name }) } } } }, rest);

  it.each([
    ['in the document', '#/components/schemas/Gone', 'fix it, or add its target'],
    ['to a file that must not be read', './gone.yaml#/Gone', 'pass its folder with --root'],
    ['to an origin that is not allowed', 'http://127.0.0.1:9/a.yaml', 'pass --allow-origin'],
  ])('%s is rejected with the reason if an endpoint needs it', async (_, $ref, reason) => {
    await expect(generate({ document: gone($ref) })).rejects.toMatchObject({
      name: 'DocumentError',
      pointer: '/paths/~1a/get/responses/200/content/application~1json/schema',
      message: expect.stringContaining(reason),
    });
  });

  it('causes a warning if no endpoint needs it', async () => {
    const unused = {
      components: { schemas: { A: { $ref: 'gone.yaml' }, B: { items: { $ref: '#/gone' } } } },
    };
    const { warnings } = await generate({ document: openApi({}, unused) });
    expect(warnings.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['unused-ref', '/components/schemas/A'],
      ['unused-ref', '/components/schemas/B/items'],
    ]);
  });
});

describe('a message of generate()', () => {
  it('is one line without control characters, whatever the document contains', async () => {
    const hostile = openApi({ '/a': { get: { responses: {}, '\u001b[31m\n::error::x\u202e': 1 } } });
    const { warnings } = await generate({ document: hostile });
    const messages = warnings.map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringContaining('\\u001b[31m ::error::x\\u202e'));
    expect(messages.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('contains no query of a $ref', async () => {
    const document = openApi({ '/a': { get: { responses: { 200: { $ref: '/x?tok=SECRET#/a' } } } } });
    const error: unknown = await generate({ document }).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(
      "DocumentError: $ref '/x#/a' can't be resolved: /x is a local file, but the document is not: pass its folder with --root",
    );
    expect(String(error)).not.toContain('SECRET');
  });

  it.each([undefined, null, 5])('lists the accepted kinds of document for %o', async (document) => {
    await expect(generate({ document: document as never })).rejects.toThrow(
      'document: pass a file, URL or object.',
    );
  });
});
