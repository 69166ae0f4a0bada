import { describe, expect, it } from '@jest/globals';
import { parameterShape } from '../../../../lib/cli/openapi/model/parameter-shape.js';
import { openApi, rootOf } from '../../../support/open-api.js';

const shapeOf = (schema: unknown, schemas: Record<string, unknown> = {}) =>
  parameterShape(rootOf(openApi({}, { schema, components: { schemas } })).at('schema'));

describe('parameterShape', () => {
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
});
