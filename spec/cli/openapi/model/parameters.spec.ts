import { describe, expect, it } from 'vitest';
import { ParameterShapes } from '../../../../lib/cli/openapi/model/parameters.js';
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
  ])('classifies %j as %s', (schema, shape) => {
    const circle = { allOf: [{ $ref: '#/components/schemas/circle' }] };
    expect(shapeOf(schema, { list: { type: 'array' }, circle })).toBe(shape);
  });

  const shapesOf = (schemas: Record<string, unknown>): string[] => {
    const shapes = new ParameterShapes();
    const root = rootOf(openApi({}, { schemas })).at('schemas');
    return root.keys().map((name) => shapes.of(root.at(name)));
  };
  const to = (name: string): object => ({ $ref: `#/schemas/${name}` });

  it('visits each schema once, however many paths lead to it', () => {
    const steps = Array.from({ length: 60 }, (_, step) => [
      `S${step}`,
      { anyOf: [to(`S${step + 1}`), to(`S${step + 1}`)] },
    ]);
    const schemas = { ...Object.fromEntries(steps), S60: { type: 'array' } };
    expect(new Set(shapesOf(schemas))).toEqual(new Set(['array']));
  });

  it('finds the targets of a cycle from any start', () => {
    const schemas = {
      a: { anyOf: [to('b'), { type: 'string' }] },
      b: { oneOf: [to('a'), { type: 'object' }] },
    };
    expect(shapesOf(schemas)).toEqual(['object', 'object']);
  });
});
