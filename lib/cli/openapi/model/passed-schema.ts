import { type DocumentNode, isObject, type JsonObject } from '../document/json-document.js';
import { COMPOSED } from './parameters.js';
import {
  type BodyMember,
  isComposed,
  isEncoded,
  isFixed,
  isList,
  isObjectLeaf,
  type Passed,
  typesOf,
} from './request-body.js';

/** Maximum number of schemas to rewrite: above any real form, but small enough for schemas that multiply. */
const MOST = 100;

/** Keywords that apply to any type of value. */
const KEPT: readonly string[] = ['description', 'deprecated', 'nullable', 'readOnly', 'writeOnly'];

const kept = ({ value }: DocumentNode): JsonObject =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => KEPT.includes(key))) : {};

/** Whether a schema already has the passed type, or a type that a content type doesn't change. */
const isAsPassed = (schema: DocumentNode, passed: Passed, files: ReadonlySet<unknown>): boolean => {
  const types = typesOf(schema).filter((type) => type !== 'null');
  const isNull = types.length < typesOf(schema).length && types.length === 0;
  if (isNull || schema.value === false || isFixed(schema) || isEncoded(schema)) return true;
  if (passed === 'text') return types.length > 0 && !isObjectLeaf(schema);
  return types.includes('string') && files.has(schema.value);
};

/**
 * Rewrites the schema of a form for its caller: a part can be a file because of its content type, or a string
 * that only the caller can encode. Returns the same value if nothing changes.
 */
export class PassedSchema {
  readonly #passed: ReadonlyMap<string, Passed>;
  readonly #files: ReadonlySet<unknown>;
  #left = MOST;

  /** @param files The schemas that printers print as files. */
  constructor(members: readonly BodyMember[], files: ReadonlySet<unknown>) {
    this.#files = files;
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
    if (isComposed(schema) && typesOf(schema).length === 0) return changed(node, schema, members);
    return isAsPassed(schema, passed, this.#files) ? node.value : leafOf(node, schema, passed);
  }

  #takes(schema: DocumentNode): boolean {
    this.#left -= 1;
    return this.#left >= 0 && (isObject(schema.value) || !schema.exists);
  }
}

/** Returns the composition keywords with a rewritten member. */
function composed(schema: DocumentNode, rewrite: (member: DocumentNode) => unknown): JsonObject {
  const words = COMPOSED.flatMap((word) => {
    const members = schema.at(word).elements();
    const rewritten = members.map(rewrite);
    return rewritten.some((each, at) => each !== members[at]?.value) ? [[word, rewritten] as const] : [];
  });
  return Object.fromEntries(words);
}

/** Returns the node's own value if nothing changed, so that a `$ref` keeps its name. */
function changed(node: DocumentNode, { value }: DocumentNode, words: JsonObject): unknown {
  return Object.keys(words).length === 0 ? node.value : { ...(value as JsonObject), ...words };
}

function leafOf(node: DocumentNode, schema: DocumentNode, passed: Passed): JsonObject {
  const type = passed === 'file' ? 'file' : 'string';
  return { ...kept(schema), ...kept(node), type: typesOf(schema).includes('null') ? [type, 'null'] : type };
}
