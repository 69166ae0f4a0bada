import { unresolvedRef } from './diagnostics.js';

/** An object of a document. Read its members with `own`, because a key can be `constructor`. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own property of an object; undefined if it is missing or inherited. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as JsonObject)[name];
}

/** Returns the object under a name, or an empty one. */
export function ownObject(value: unknown, name: string): JsonObject {
  const found = own(value, name);
  return isObject(found) ? found : {};
}

/** Returns the array under a name, or an empty one. */
export function ownList(value: unknown, name: string): readonly unknown[] {
  const found = own(value, name);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}

/** Returns the `$ref` of an object; undefined without one. */
export function refOf(value: unknown): string | undefined {
  const ref = own(value, '$ref');
  return typeof ref === 'string' ? ref : undefined;
}

/** A value of the document and its pointer. */
export interface Located {
  readonly value: unknown;
  readonly pointer: string;
}

/** Appends segments to a pointer: `/paths/~1users/get` for `/paths`, `/users`, `get`. */
export function childOf(pointer: string, ...segments: readonly (string | number)[]): string {
  let path = pointer;
  for (const segment of segments) {
    const text = String(segment);
    path += `/${/[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text}`;
  }
  return path;
}

/** Splits a pointer from `childOf` into segments. */
export function segmentsOf(pointer: string): string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function locatedAt({ value, pointer }: Located, key: string): Located {
  return { value: own(value, key), pointer: childOf(pointer, key) };
}

/** Returns the items of the array under a key. */
export function locatedIn({ value, pointer }: Located, key: string): Located[] {
  return ownList(value, key).map((each, index) => ({ value: each, pointer: childOf(pointer, key, index) }));
}

/** Returns the pointer of a `$ref` such as `#/paths/~1users`, which can be percent-encoded. */
export function pointerOfRef(ref: string): string | undefined {
  if (ref === '#') return '';
  if (!ref.startsWith('#/')) return undefined;
  const pointer = ref.slice(1);
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

/** An OpenAPI 3 document whose `$ref`s lead only into itself. */
export interface OpenApiDocument extends JsonObject {
  readonly openapi: string;
}

/** Maximum length of a chain: above any real document, below the stack limit. */
const LONGEST_CHAIN = 100;

/** Resolves the `$ref`s of a bundled document. */
export class References {
  readonly document: OpenApiDocument;
  readonly #found = new Map<string, Located | undefined>();
  #anchors: ReadonlyMap<string, Located> | undefined;

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  /** Returns the target of a `$ref`, which can be another `$ref`; undefined if it doesn't exist. */
  target(ref: string, left = LONGEST_CHAIN): Located | undefined {
    if (this.#found.has(ref)) return this.#found.get(ref);
    const pointer = pointerOfRef(ref);
    const found =
      pointer === undefined ? (this.#anchors ??= anchorsOf(this.document)).get(ref) : this.#at(pointer, left);
    this.#found.set(ref, found);
    return found;
  }

  /** Returns the value at the end of a chain of `$ref`s; undefined if the chain is broken or circular. */
  follow(start: Located, left = LONGEST_CHAIN): Located | undefined {
    let located: Located | undefined = start;
    for (let hops = left; located && hops > 0; hops -= 1) {
      const ref = refOf(located.value);
      if (ref === undefined) return located;
      located = this.target(ref, hops - 1);
    }
    return undefined;
  }

  /** Follows a pointer and the `$ref`s on the way, which are not part of the resulting pointer. */
  #at(pointer: string, left: number): Located | undefined {
    let located: Located = { value: this.document, pointer: '' };
    for (const segment of segmentsOf(pointer)) {
      if (own(located.value, segment) === undefined) {
        const followed = left > 0 ? this.follow(located, left - 1) : undefined;
        if (!followed) return undefined;
        located = followed;
      }
      located = locatedAt(located, segment);
      if (located.value === undefined) return undefined;
    }
    return located;
  }
}

/** Finds the schemas with anchors, by their `$ref`: `#name`. */
function anchorsOf(document: unknown): ReadonlyMap<string, Located> {
  const anchors = new Map<string, Located>();
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const word of ['$anchor', '$dynamicAnchor']) {
      const name = own(value, word);
      if (typeof name === 'string' && !anchors.has(`#${name}`)) anchors.set(`#${name}`, { value, pointer });
    }
    for (const [key, child] of Object.entries(value)) visit(child, childOf(pointer, key));
  };
  visit(own(document, 'components'), '/components');
  return anchors;
}

/** A value of the document and its pointer. Reads only own properties, because a key can be `constructor`. */
export class DocumentNode implements Located {
  /** Value as written; it can be a `$ref`. */
  readonly value: unknown;
  /** Pointer such as `/paths/~1users/get`. */
  readonly pointer: string;
  readonly #references: References;

  constructor({ value, pointer }: Located, references: References) {
    this.value = value;
    this.pointer = pointer;
    this.#references = references;
  }

  get exists(): boolean {
    return this.value !== undefined;
  }

  /** Whether the value is a `$ref` that can't be resolved. */
  get isLost(): boolean {
    return this.#references.follow(this) === undefined;
  }

  /** Returns the value under the key as written. */
  child(key: string | number): DocumentNode {
    return new DocumentNode(locatedAt(this, String(key)), this.#references);
  }

  /** Returns the value under the key with its `$ref` resolved. */
  at(key: string | number): DocumentNode {
    return this.child(key).resolved();
  }

  /** Returns the node, or the target of its `$ref`. Throws a DocumentError if it can't be resolved. */
  resolved(): DocumentNode {
    const ref = refOf(this.value);
    if (ref === undefined) return this;
    const found = this.#references.follow(this);
    if (!found) throw unresolvedRef(ref, this.pointer);
    return new DocumentNode(found, this.#references);
  }

  /** Returns the string under the key; undefined without one. */
  text(key: string): string | undefined {
    const { value } = this.at(key);
    return typeof value === 'string' ? value : undefined;
  }

  /** Returns the boolean under the key; undefined without one. */
  flag(key: string): boolean | undefined {
    const { value } = this.at(key);
    return typeof value === 'boolean' ? value : undefined;
  }

  /** Returns the sorted keys of an object, independent of the document's order. */
  keys(): string[] {
    return isObject(this.value) ? Object.keys(this.value).sort() : [];
  }

  /** Returns the items of an array as written. */
  elements(): DocumentNode[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.child(index)) : [];
  }

  /** Returns the items of an array with their `$ref`s resolved. */
  list(): DocumentNode[] {
    return this.elements().map((each) => each.resolved());
  }
}
