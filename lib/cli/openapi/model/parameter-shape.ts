import type { DocumentNode } from '../document/json-document.js';
import { Reaching } from '../graph.js';
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

/** What values of the schemas of a document may be; each schema is looked at once. */
export class ParameterShapes {
  /** By what stands there: a pointer may be as long as a path. */
  readonly #nodes = new Map<unknown, DocumentNode>();
  readonly #toObject = this.#waysTo('object');
  readonly #toArray = this.#waysTo('array');

  /**
   * What a value of the schema may be. Where it may be several, an object comes before an array and that before the rest:
   * what can be sent as one of these can be sent as a scalar too.
   */
  of(schema: DocumentNode): ParameterShape {
    const { value } = this.#known(schema);
    if (this.#toObject.leads(value)) return 'object';
    return this.#toArray.leads(value) ? 'array' : 'scalar';
  }

  #known(schema: DocumentNode): DocumentNode {
    this.#nodes.set(schema.value, schema);
    return schema;
  }

  #waysTo(shape: ParameterShape): Reaching<unknown> {
    return new Reaching((value) => {
      const schema = this.#nodes.get(value);
      const found = schema && declared(schema);
      if (!schema || found) return { isFound: found === shape, next: [] };
      const members = COMPOSED.flatMap((word) => schema.at(word).list());
      return { isFound: false, next: members.map((each) => this.#known(each).value) };
    });
  }
}
