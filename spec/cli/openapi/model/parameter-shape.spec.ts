import { describe, expect, it } from '@jest/globals';
import { ParameterShapes } from '../../../../lib/cli/openapi/model/parameter-shape.js';
import { openApi, rootOf } from '../../../support/open-api.js';

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
