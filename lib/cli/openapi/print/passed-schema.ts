import { type DocumentNode, isObject, type JsonObject } from '../document/json-document.js';
import type { BodyMember } from '../model/operation.js';
import { isEncoded, isFixed, isObjectLeaf, type Passed } from '../model/part.js';
import { COMPOSED, isList, membersOf, typesOf } from '../model/schema-leaves.js';
import { isBinary } from '../schema/value-printer.js';

/** How many schemas are written anew: more than a form is composed of, and few enough where they multiply. */
const MOST = 100;

/** What a schema says of a value whatever that is. */
const KEPT: readonly string[] = ['description', 'deprecated', 'nullable', 'readOnly', 'writeOnly'];

const kept = ({ value }: DocumentNode): JsonObject =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => KEPT.includes(key))) : {};

/** Whether a schema says already what is passed, or what no content type changes. */
const isAsPassed = (schema: DocumentNode, passed: Passed): boolean => {
  const types = typesOf(schema).filter((type) => type !== 'null');
  const isNull = types.length < typesOf(schema).length && types.length === 0;
  if (isNull || schema.value === false || isFixed(schema) || isEncoded(schema)) return true;
  if (passed === 'text') return types.length > 0 && !isObjectLeaf(schema);
  return types.includes('string') && isObject(schema.value) && isBinary(schema.value);
};

/** Writes the schema of a form anew. */
class PassedSchema {
  readonly #passed: ReadonlyMap<string, Passed>;
  #left = MOST;

  constructor(members: readonly BodyMember[]) {
    this.#passed = new Map(
      members.flatMap(({ name, passed }) => (passed === undefined ? [] : [[name, passed] as const])),
    );
  }

  form(node: DocumentNode): unknown {
    const schema = node.resolved();
    if (!this.#takes(schema)) return node.value;
    return changed(node, schema, {
      ...this.#properties(schema),
      ...composed(schema, (member) => this.form(member)),
    });
  }

  #properties(schema: DocumentNode): JsonObject {
    const properties = schema.at('properties');
    const names = properties.keys().filter((name) => this.#passed.has(name));
    const parts = names.flatMap((name) => {
      const property = properties.child(name);
      const part = this.#part(property, this.#passed.get(name) ?? 'text');
      return part === property.value ? [] : [[name, part] as const];
    });
    if (parts.length === 0) return {};
    return { properties: { ...(properties.value as JsonObject), ...Object.fromEntries(parts) } };
  }

  #part(node: DocumentNode, passed: Passed): unknown {
    const schema = node.resolved();
    if (!this.#takes(schema)) return node.value;
    if (isList(schema)) {
      const items = schema.child('items');
      const part = this.#part(items, passed);
      return changed(node, schema, part === items.value ? {} : { items: part });
    }
    const members = composed(schema, (member) => this.#part(member, passed));
    const isComposed = COMPOSED.some((word) => membersOf(schema, word).length > 0);
    if (isComposed && typesOf(schema).length === 0) return changed(node, schema, members);
    return isAsPassed(schema, passed) ? node.value : leafOf(node, schema, passed);
  }

  #takes(schema: DocumentNode): boolean {
    this.#left -= 1;
    return this.#left >= 0 && (isObject(schema.value) || !schema.exists);
  }
}

/** The words for members of which one is written anew. */
function composed(schema: DocumentNode, rewrite: (member: DocumentNode) => unknown): JsonObject {
  const words = COMPOSED.flatMap((word) => {
    const members = membersOf(schema, word);
    const rewritten = members.map(rewrite);
    return rewritten.some((each, at) => each !== members[at]?.value) ? [[word, rewritten] as const] : [];
  });
  return Object.fromEntries(words);
}

/** What stands there where nothing changes: a `$ref` keeps its name. */
function changed(node: DocumentNode, { value }: DocumentNode, words: JsonObject): unknown {
  return Object.keys(words).length === 0 ? node.value : { ...(value as JsonObject), ...words };
}

function leafOf(node: DocumentNode, schema: DocumentNode, passed: Passed): JsonObject {
  const type = typesOf(schema).includes('null') ? ['string', 'null'] : 'string';
  return { ...kept(schema), ...kept(node), type, ...(passed === 'file' && { format: 'binary' }) };
}

/**
 * The schema of a form as its caller sees it: where a part is bytes by its content type, or a text that only the caller
 * can write, it says so. The value itself where there is nothing to change.
 */
export function passedSchema(schema: DocumentNode, members: readonly BodyMember[]): unknown {
  return new PassedSchema(members).form(schema);
}
