import { unresolvedRef } from './diagnostics.js';

/** An object of a document. Its keys are the document's: read them by `own`, as one may be called `constructor`. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What an object has under a name itself, and not from its prototype. */
export function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as JsonObject)[name];
}

/** The object there, or an empty one. */
export function ownObject(value: unknown, name: string): JsonObject {
  const found = own(value, name);
  return isObject(found) ? found : {};
}

/** The list there, or an empty one. */
export function ownList(value: unknown, name: string): readonly unknown[] {
  const found = own(value, name);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
}

/** The `$ref` of an object that has one. */
export function refOf(value: unknown): string | undefined {
  const ref = own(value, '$ref');
  return typeof ref === 'string' ? ref : undefined;
}

/** A value of the document, and where it stands. */
export interface Located {
  readonly value: unknown;
  readonly pointer: string;
}

/** `/paths/~1users/get` of `/paths`, `/users`, `get`. */
export function childOf(pointer: string, ...segments: readonly (string | number)[]): string {
  let path = pointer;
  for (const segment of segments) {
    const text = String(segment);
    path += `/${/[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text}`;
  }
  return path;
}

/** What `childOf` put together. */
export function segmentsOf(pointer: string): string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function locatedAt({ value, pointer }: Located, key: string): Located {
  return { value: own(value, key), pointer: childOf(pointer, key) };
}

/** What the list under a key has. */
export function locatedIn({ value, pointer }: Located, key: string): Located[] {
  return ownList(value, key).map((each, index) => ({ value: each, pointer: childOf(pointer, key, index) }));
}

/** The pointer of `#/paths/~1users`, which a `$ref` may write with percents. */
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

/** An OpenAPI 3 document whose `$ref`s lead nowhere but into itself. */
export interface OpenApiDocument extends JsonObject {
  readonly openapi: string;
}

/** More than any document chains, and less than a stack holds. */
const LONGEST_CHAIN = 100;

/** Finds what the `$ref`s of a bundled document mean. */
export class References {
  readonly document: OpenApiDocument;
  readonly #found = new Map<string, Located | undefined>();
  #anchors: ReadonlyMap<string, Located> | undefined;

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  /** What a `$ref` names, which may be another `$ref`; undefined if there is nothing. */
  target(ref: string, left = LONGEST_CHAIN): Located | undefined {
    if (this.#found.has(ref)) return this.#found.get(ref);
    const pointer = pointerOfRef(ref);
    const found =
      pointer === undefined ? (this.#anchors ??= anchorsOf(this.document)).get(ref) : this.#at(pointer, left);
    this.#found.set(ref, found);
    return found;
  }

  /** The value at the end of a chain of `$ref`s; undefined if the chain is broken, or leads round. */
  follow(start: Located, left = LONGEST_CHAIN): Located | undefined {
    let located: Located | undefined = start;
    for (let hops = left; located && hops > 0; hops -= 1) {
      const ref = refOf(located.value);
      if (ref === undefined) return located;
      located = this.target(ref, hops - 1);
    }
    return undefined;
  }

  /** Goes down, through the `$ref`s on the way: they aren't part of where a thing stands. */
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

/** Schemas by the names that they give themselves, as a `$ref` writes them: `#name`. */
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

/** A value of the document, and where it stands. Own properties only, so that `constructor` is a name like any other. */
export class DocumentNode implements Located {
  /** As it is written: a `$ref` may be in it. */
  readonly value: unknown;
  /** `/paths/~1users/get` */
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

  /** Whether it is a `$ref` that leads nowhere. */
  get isLost(): boolean {
    return this.#references.follow(this) === undefined;
  }

  /** What stands under the key, as it is written. */
  child(key: string | number): DocumentNode {
    return new DocumentNode(locatedAt(this, String(key)), this.#references);
  }

  /** What stands under the key, with its `$ref` followed. */
  at(key: string | number): DocumentNode {
    return this.child(key).resolved();
  }

  /** Itself, or what its `$ref` leads to. Throws a DocumentError for one that leads nowhere. */
  resolved(): DocumentNode {
    const ref = refOf(this.value);
    if (ref === undefined) return this;
    const found = this.#references.follow(this);
    if (!found) throw unresolvedRef(ref, this.pointer);
    return new DocumentNode(found, this.#references);
  }

  /** The text under the key; undefined when there is none. */
  text(key: string): string | undefined {
    const { value } = this.at(key);
    return typeof value === 'string' ? value : undefined;
  }

  /** The boolean under the key; undefined when there is none. */
  flag(key: string): boolean | undefined {
    const { value } = this.at(key);
    return typeof value === 'boolean' ? value : undefined;
  }

  /** The keys of an object, in an order that the document's own doesn't change. */
  keys(): string[] {
    return isObject(this.value) ? Object.keys(this.value).sort() : [];
  }

  /** The elements of a list, as they are written. */
  elements(): DocumentNode[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.child(index)) : [];
  }

  /** The elements of a list, each with its `$ref` followed. */
  list(): DocumentNode[] {
    return this.elements().map((each) => each.resolved());
  }
}
