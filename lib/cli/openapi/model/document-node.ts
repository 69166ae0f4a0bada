import { isObject, own } from '../document/json-object.js';
import { lostRef } from '../document/document-error.js';
import { childOf } from '../document/pointer.js';
import { refOf } from '../document/references.js';

/** Follows `$ref`s within the document; `pointer` is where they lead to. */
export type Resolve = (
  value: unknown,
  pointer: string,
) => { readonly value: unknown; readonly pointer: string | undefined };

/** A value of the document, and where it stands. Own properties only, so that `constructor` is a name like any other. */
export class DocumentNode {
  /** As it is written: a `$ref` may be in it. */
  readonly value: unknown;
  /** `/paths/~1users/get` */
  readonly pointer: string;
  readonly #resolve: Resolve;

  constructor(value: unknown, pointer: string, resolve: Resolve) {
    this.value = value;
    this.pointer = pointer;
    this.#resolve = resolve;
  }

  /** False where the document has nothing. */
  get exists(): boolean {
    return this.value !== undefined;
  }

  /** What stands under the key, as it is written. */
  child(key: string | number): DocumentNode {
    const value = own(this.value, String(key));
    return new DocumentNode(value, childOf(this.pointer, key), this.#resolve);
  }

  /** What stands under the key, with its `$ref` followed. */
  at(key: string | number): DocumentNode {
    return this.child(key).resolved();
  }

  /** Whether it is a `$ref` that leads nowhere. */
  get isLost(): boolean {
    return refOf(this.value) !== undefined && this.#resolve(this.value, this.pointer).value === undefined;
  }

  /** Itself, or what its `$ref` leads to. Throws a DocumentError for one that leads nowhere. */
  resolved(): DocumentNode {
    const { value, pointer = this.pointer } = this.#resolve(this.value, this.pointer);
    const ref = refOf(this.value);
    if (ref !== undefined && value === undefined) throw lostRef(ref, this.pointer);
    return new DocumentNode(value, pointer, this.#resolve);
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

  /** The elements of a list, each with its `$ref` followed. */
  list(): DocumentNode[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : [];
  }
}
