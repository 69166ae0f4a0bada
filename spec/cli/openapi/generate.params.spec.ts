import { describe, expect, it } from 'vitest';
import { NOTHING, openApi, param, takes } from '../../support/open-api.js';
import { generatedFrom, printed } from '../../support/generated.js';

const LIST = { type: 'array', items: { type: 'string' } };
const OBJECT = { type: 'object', properties: { a: { type: 'string' } } };
const ofParams = (...parameters: unknown[]) => ({ parameters });

describe('the params of a generated endpoint', () => {
  it('are one object with the names and required flags of the document', async () => {
    const { params, config } = await printed(
      ofParams(
        param('path', 'id'),
        param('query', 'per-page', { type: 'integer' }),
        param('query', 'q', {}, { required: true }),
      ),
      { path: '/things/{id}' },
    );
    expect(params).toEqual(['id: string;', "'per-page'?: number;", 'q: unknown;']);
    expect(config).toBe("{ method: 'GET', path: '/things/{id}', responseType: 'none' }");
  });

  it('include the params of the path, unless the operation redeclares them', async () => {
    const item = {
      parameters: [param('query', 'a'), param('query', 'b')],
      get: {
        operationId: 'call',
        parameters: [param('query', 'b', { type: 'integer' })],
        responses: { 204: NOTHING },
      },
    };
    const { text } = await generatedFrom(openApi({ '/things': item }));
    expect(text).toContain('export type CallParams = {\n  a?: string;\n  b?: number;\n};\n');
  });

  it('are empty if the document has none', async () => {
    const { types } = await printed({});
    expect(types).toBe('{ [name: string]: never }, undefined');
  });

  it.each([
    ['query', LIST, {}, undefined],
    ['query', LIST, { explode: false }, "'csv'"],
    ['query', LIST, { style: 'spaceDelimited' }, "'ssv'"],
    ['query', LIST, { style: 'pipeDelimited' }, "'pipes'"],
    ['query', LIST, { style: 'pipeDelimited', explode: true }, undefined],
    ['query', OBJECT, {}, "'spread'"],
    ['query', OBJECT, { explode: false }, "'csv'"],
    ['query', OBJECT, { style: 'deepObject' }, "'deep'"],
    ['query', { type: 'integer' }, { explode: false }, undefined],
    ['header', { type: 'string' }, {}, "'header'"],
    ['header', LIST, {}, "'header'"],
    ['header', OBJECT, {}, "{ in: 'header', style: 'csv' }"],
    ['header', OBJECT, { explode: true }, "{ in: 'header', style: 'spread' }"],
    ['cookie', { type: 'string' }, {}, "'cookie'"],
    ['cookie', LIST, { explode: false }, "{ in: 'cookie', style: 'csv' }"],
  ])('in a %s, %j with %j, are listed in the table: %s', async (place, schema, rest, word) => {
    const { config } = await printed(ofParams(param(place, 'x', schema, rest)));
    const isPlain = word === "'header'" || word === "'cookie'";
    const table =
      word === undefined
        ? ''
        : `, place: /* @__PURE__ */ ${isPlain ? 'plainPlaces' : 'places'}({ x: ${word} })`;
    expect(config).toBe(`{ method: 'GET', path: '/things'${table}, responseType: 'none' }`);
  });

  it.each([
    ['query', "'json'"],
    ['header', "{ in: 'header', style: 'json' }"],
  ])('with a content are JSON in a %s', async (place, word) => {
    const content = { 'application/json': { schema: OBJECT } };
    const { config, params } = await printed(ofParams({ in: place, name: 'x', content }));
    expect(config).toContain(`places({ x: ${word} })`);
    expect(params).toEqual(['x?: { a?: string };']);
  });

  it('with arrays have commas in a path', async () => {
    const { config } = await printed(ofParams(param('path', 'ids', LIST)), { path: '/things/{ids}' });
    expect(config).toContain("place: /* @__PURE__ */ places({ ids: 'csv' })");
  });

  it.each([
    [LIST, { style: 'label' }, 'the style label'],
    [LIST, { style: 'matrix' }, 'the style matrix'],
  ])('in a path, %j with %j, are strings, with a warning', async (schema, rest, what) => {
    const { params, config, warnings } = await printed(ofParams(param('path', 'x', schema, rest)), {
      path: '/{x}',
    });
    expect([params, config]).toEqual([
      ['x: string;'],
      "{ method: 'GET', path: '/{x}', place: /* @__PURE__ */ places({ x: 'text' }), responseType: 'none' }",
    ]);
    expect(warnings).toEqual([
      `/paths/~1{x}/get/parameters/0: ${what} is not supported: pass "x" already formatted`,
    ]);
  });

  it('with objects spread their members in a path', async () => {
    const parameter = param('path', 'x', OBJECT, { explode: true });
    const { params, config, warnings } = await printed(ofParams(parameter), { path: '/{x}' });
    expect(params).toEqual(['x: { a?: string };']);
    expect(config).toContain("places({ x: 'spread' })");
    expect(warnings).toEqual([]);
  });

  it('with the same name are distinguished by their location, and keep the original name when sent', async () => {
    const places = ['cookie', 'header', 'query', 'path'].map((place) => param(place, 'id'));
    const { params, config } = await printed(ofParams(...places, param('query', 'body')), {
      path: '/{id}',
      method: 'post',
    });
    expect(params).toEqual([
      'id_cookie?: string;',
      'id_header?: string;',
      'id_query?: string;',
      'id: string;',
      'body?: string;',
    ]);
    expect(config).toContain(
      "id_header: { in: 'header', name: 'id' }, id_query: { in: 'query', name: 'id' } })",
    );
  });

  it("with the same name don't take the name of another param", async () => {
    const { params } = await printed(
      ofParams(param('path', 'id'), param('query', 'id'), param('header', 'id_query')),
      { path: '/{id}' },
    );
    expect(params).toEqual(['id: string;', 'id_query_?: string;', 'id_query?: string;']);
  });

  it('leave the name body to the request body', async () => {
    const { params, config } = await printed(
      { ...ofParams(param('query', 'body')), requestBody: takes({ type: 'string' }) },
      { method: 'post' },
    );
    expect(params).toEqual(['body_query?: string;', 'body: string;']);
    expect(config).toContain("places({ body_query: { in: 'query', name: 'body' }, body: 'body' })");
  });

  it.each(['Accept', 'content-type', 'Authorization'])(
    'exclude the header %s, which OpenAPI reserves',
    async (name) => {
      expect((await printed(ofParams(param('header', name)))).params).toEqual([]);
    },
  );

  it('with cookies have a comment that browsers drop them', async () => {
    const { params } = await printed(ofParams(param('cookie', 'sid')), { docs: true });
    expect(params).toEqual(['/** Sent as a cookie, which browsers drop. */', 'sid?: string;']);
  });

  it('are sent in the query of a POST without a body', async () => {
    const { config } = await printed(ofParams(param('query', 'q')), { method: 'post' });
    expect(config).toBe("{ method: 'POST', path: '/things', bodyAs: 'query', responseType: 'none' }");
  });

  it('of a POST need no option if all are in its path', async () => {
    const { config } = await printed(ofParams(param('path', 'id')), { method: 'post', path: '/{id}' });
    expect(config).toBe("{ method: 'POST', path: '/{id}', responseType: 'none' }");
  });

  it.each(['/things{?page,size*}', '/things{?page}{&size:3}'])(
    'in an RFC 6570 query of the path %s are sent in the query, with a warning',
    async (path) => {
      const { config, params, warnings } = await printed(
        ofParams(param('query', 'page'), param('path', 'size')),
        {
          path,
        },
      );
      expect(config).toBe("{ method: 'GET', path: '/things', responseType: 'none' }");
      expect(params).toEqual(['page?: string;', 'size: string;']);
      expect(warnings).toEqual([
        expect.stringMatching(/: params after the "\?" of the path are sent in the query$/),
      ]);
    },
  );

  it('after the ? of a path are sent in the query, with a warning', async () => {
    const { config, params, warnings } = await printed(ofParams(param('path', 'name')), {
      path: '/things?x=1&user={name}',
    });
    expect(config).toContain("path: '/things?x=1'");
    expect(params).toEqual(['user: string;']);
    expect(warnings).toEqual([
      expect.stringMatching(/: params after the "\?" of the path are sent in the query$/),
    ]);
  });

  it('in a path without a declaration are strings or numbers, with a warning', async () => {
    const { params, warnings } = await printed({}, { path: '/{id}' });
    expect(params).toEqual(['id: string | number;']);
    expect(warnings).toEqual([
      '/paths/~1{id}/get: the path parameter "id" is not declared: typed as string or number',
    ]);
  });

  it('with a path declaration but without a place in the path are skipped, with a warning', async () => {
    const { params, warnings } = await printed(ofParams(param('path', 'id')));
    expect(params).toEqual([]);
    expect(warnings).toEqual([
      '/paths/~1things/get/parameters/0: the parameter "id" is skipped: the path has no {id}',
    ]);
  });

  it('ignore allowReserved, with a warning', async () => {
    const { warnings } = await printed(ofParams(param('query', 'q', {}, { allowReserved: true })));
    expect(warnings).toEqual([
      '/paths/~1things/get/parameters/0: allowReserved is ignored: reserved characters are percent-encoded',
    ]);
  });

  it('exclude a parameter for the whole query, with a warning', async () => {
    const content = { 'application/x-www-form-urlencoded': { schema: OBJECT } };
    const { params, warnings } = await printed(ofParams({ in: 'querystring', name: 'all', content }), {
      openapi: '3.2.0',
    });
    expect(params).toEqual([]);
    expect(warnings).toEqual([
      '/paths/~1things/get/parameters/0: the parameter "all" is skipped: "querystring" is not supported',
    ]);
  });

  it('have their description and deprecation as a doc comment', async () => {
    const { params } = await printed(
      ofParams(param('query', 'q', {}, { description: 'What to */ find', deprecated: true })),
      { docs: true },
    );
    expect(params).toEqual(['/**', '* What to *\\/ find', '* @deprecated', '*/', 'q?: unknown;']);
  });
});

describe('the path of a generated endpoint', () => {
  it.each([
    ['/a?action=list', '/a?action=list', undefined],
    ['/a#b', '/a', '"#b" is cut from the path: it is never sent'],
    // Without braces in the path, a colon would start a param.
    ['/a/:batch', '/a/%3Abatch', undefined],
    ['/a:batch', '/a:batch', undefined],
  ])('for %s is %s', async (template, path, warning) => {
    const { config, warnings } = await printed({}, { path: template });
    expect(config).toContain(`path: '${path}'`);
    expect(warnings).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)]);
  });

  it('has params in braces, each once, and a colon next to them is literal', async () => {
    const { params, config } = await printed({}, { path: '/{id}/{name}.{ext}/{id}/:batch' });
    expect(params.map((line) => line.split(':')[0])).toEqual(['id', 'name', 'ext']);
    expect(config).toContain("path: '/{id}/{name}.{ext}/{id}/:batch'");
  });
});
