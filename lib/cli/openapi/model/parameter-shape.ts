import type { DocumentNode } from './document-node.js';
import type { ParameterShape } from './operation.js';

const COMPOSED = ['allOf', 'anyOf', 'oneOf'] as const;

const declared = (schema: DocumentNode): ParameterShape | undefined => {
  const { value } = schema.at('type');
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (types.includes('array') || schema.child('items').exists) return 'array';
  const isObject = schema.child('properties').exists || schema.child('additionalProperties').exists;
  if (types.includes('object') || (value === undefined && isObject)) return 'object';
  return value === undefined ? undefined : 'scalar';
};

/**
 * What a value of the schema may be. Where it may be several, an object comes before an array and that before the rest:
 * what can be sent as one of these can be sent as a scalar too.
 */
export function parameterShape(schema: DocumentNode, seen = new Set<string>()): ParameterShape {
  const found = declared(schema);
  if (found) return found;
  if (seen.has(schema.pointer)) return 'scalar';
  seen.add(schema.pointer);
  const shapes = COMPOSED.flatMap((word) => schema.at(word).list()).map((each) => parameterShape(each, seen));
  if (shapes.includes('object')) return 'object';
  return shapes.includes('array') ? 'array' : 'scalar';
}
