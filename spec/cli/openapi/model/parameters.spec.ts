import { describe, expect, it } from '@jest/globals';
import { Warnings } from '../../../../lib/cli/openapi/document/diagnostics.js';
import { fieldNames, ParameterShapes, readPath } from '../../../../lib/cli/openapi/model/parameters.js';
import { openApi, rootOf } from '../../../support/open-api.js';

const namesOf = (
  parameters: readonly [place: string, name: string][],
  taken: readonly string[] = [],
): string[] => [
  ...fieldNames(
    parameters.map(([place, name]) => ({ place, name })),
    taken,
  ).values(),
];

describe('fieldNames', () => {
  it('leaves the path its name, and after it the query, the headers and the cookies', () => {
    expect(
      namesOf([
        ['cookie', 'id'],
        ['header', 'id'],
        ['query', 'id'],
        ['path', 'id'],
      ]),
    ).toEqual(['id', 'id_query', 'id_header', 'id_cookie']);
  });

  it('leaves a body its name', () => {
    expect(namesOf([['query', 'body']], ['body'])).toEqual(['body_query']);
    expect(namesOf([['query', 'body']])).toEqual(['body']);
  });

  it('gives nobody a name that another has', () => {
    expect(
      namesOf([
        ['path', 'id'],
        ['query', 'id'],
        ['header', 'id_query'],
      ]),
    ).toEqual(['id', 'id_query_', 'id_query']);
  });
});

const read = (template: string) => {
  const warnings = new Warnings();
  const { text, tokens, inQuery } = readPath(template, '/p', warnings);
  return {
    text,
    tokens,
    inQuery: Object.fromEntries(inQuery),
    warnings: warnings.list.map(({ message }) => message),
  };
};

describe('readPath', () => {
  it('finds the params in braces, each once', () => {
    expect(read('/a/{id}/{name}.{ext}/{id}')).toMatchObject({ tokens: ['id', 'name', 'ext'], warnings: [] });
  });

  it('keeps a fixed query', () => {
    expect(read('/a?action=list')).toMatchObject({ text: '/a?action=list', warnings: [] });
  });

  it('takes params out of the query, and says so', () => {
    expect(read('/a/{id}?x=1&user={name}')).toEqual({
      text: '/a/{id}?x=1',
      tokens: ['id'],
      inQuery: { name: 'user' },
      warnings: ['params behind the "?" of the path are sent as params of the query'],
    });
  });

  it('cuts a fragment, and says so', () => {
    expect(read('/a#b')).toMatchObject({
      text: '/a',
      warnings: ['"#b" is cut from the path: it is never sent'],
    });
  });

  it('encodes a colon that would begin a param, where nothing stands in braces', () => {
    expect(read('/a/:batch').text).toBe('/a/%3Abatch');
    expect(read('/{id}/:batch').text).toBe('/{id}/:batch');
    expect(read('/a:batch').text).toBe('/a:batch');
  });
});

const shapeOf = (schema: unknown, schemas: Record<string, unknown> = {}) =>
  new ParameterShapes().of(rootOf(openApi({}, { schema, components: { schemas } })).at('schema'));

describe('ParameterShapes', () => {
  it.each([
    [{ type: 'string' }, 'scalar'],
    [{}, 'scalar'],
    [{ type: 'array' }, 'array'],
    [{ type: ['array', 'null'] }, 'array'],
    [{ items: {} }, 'array'],
    [{ type: 'object' }, 'object'],
    [{ properties: {} }, 'object'],
    [{ additionalProperties: true }, 'object'],
    [{ oneOf: [{ type: 'string' }, { type: 'array' }] }, 'array'],
    [{ anyOf: [{ type: 'array' }, { type: 'object' }] }, 'object'],
    [{ allOf: [{ $ref: '#/components/schemas/list' }] }, 'array'],
    [{ $ref: '#/components/schemas/circle' }, 'scalar'],
  ])('takes %j for %s', (schema, shape) => {
    const circle = { allOf: [{ $ref: '#/components/schemas/circle' }] };
    expect(shapeOf(schema, { list: { type: 'array' }, circle })).toBe(shape);
  });

  it('looks at each schema once, however many ways lead to it', () => {
    const to = (step: number): object => ({ $ref: `#/components/schemas/S${step}` });
    const steps = Array.from({ length: 60 }, (_, step) => [
      `S${step}`,
      { anyOf: [to(step + 1), to(step + 1)] },
    ]);
    const schemas = { ...Object.fromEntries(steps), S60: { type: 'array' } };
    expect(shapeOf(to(0), schemas)).toBe('array');
    const shapes = new ParameterShapes();
    const root = rootOf(openApi({}, { components: { schemas } }))
      .at('components')
      .at('schemas');
    expect(root.keys().map((name) => shapes.of(root.at(name)))).toEqual(
      Array.from({ length: 61 }, () => 'array'),
    );
  });

  it('finds what a circle leads to, wherever it is entered', () => {
    const [a, b] = ['a', 'b'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const schemas = { a: { anyOf: [b, { type: 'string' }] }, b: { oneOf: [a, { type: 'object' }] } };
    const shapes = new ParameterShapes();
    const root = rootOf(openApi({}, { components: { schemas } }))
      .at('components')
      .at('schemas');
    expect([shapes.of(root.at('a')), shapes.of(root.at('b'))]).toEqual(['object', 'object']);
  });
});
