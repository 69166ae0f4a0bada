import { isObject } from '../document/json-document.js';
import { contentOf, typesOf } from '../schema/keywords.js';
import { hasLimits } from './scalar-shapes.js';

/** Keywords that shapes express exactly. Where a shape accepts more than its schema, `not` would reject more. */
const EXACT = new Set([
  ...['type', 'enum', 'const', 'nullable', 'allOf', 'anyOf', 'oneOf'],
  ...[
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'minProperties',
    'maxProperties',
  ],
  ...['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minLength', 'maxLength', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['title', 'description', 'example', 'examples', 'deprecated'],
]);

/** Whether the shape of a schema accepts exactly the values of the schema. Shapes ignore limits without a type. */
export const isExact = (schema: unknown): boolean =>
  contentOf(schema).schemas.every(
    (each) =>
      isObject(each) &&
      Object.keys(each).every((keyword) => EXACT.has(keyword)) &&
      (each === schema || !hasLimits(each) || typesOf(each).length > 0),
  );
