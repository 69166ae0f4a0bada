import type { OpenApiDocument } from './open-api-document.js';
import { own } from './json-object.js';
import { anchorsOf } from './anchors.js';
import type { Located } from './located.js';
import { childOf, pointerOfRef, segmentsOf } from './pointer.js';

/** More than any document chains, and less than a stack holds. */
const LONGEST_CHAIN = 100;

export function refOf(value: unknown): string | undefined {
  const ref = own(value, '$ref');
  return typeof ref === 'string' ? ref : undefined;
}

/** Finds what the `$ref`s of a bundled document mean. */
export class References {
  readonly #document: OpenApiDocument;
  readonly #found = new Map<string, Located | undefined>();
  #anchors: ReadonlyMap<string, Located> | undefined;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** What a `$ref` names, which may be another `$ref`; undefined if there is nothing. */
  target(ref: string): Located | undefined {
    return this.#target(ref, LONGEST_CHAIN);
  }

  /** The value at the end of a chain of `$ref`s; undefined if the chain is broken, or leads round. */
  follow(start: Located): Located | undefined {
    return this.#follow(start, LONGEST_CHAIN);
  }

  #target(ref: string, left: number): Located | undefined {
    if (this.#found.has(ref)) return this.#found.get(ref);
    const pointer = pointerOfRef(ref);
    const found = pointer === undefined ? this.#anchor(ref) : this.#at(pointer, left);
    this.#found.set(ref, found);
    return found;
  }

  /** What `#name` names: a schema says so itself. */
  #anchor(ref: string): Located | undefined {
    this.#anchors ??= anchorsOf(this.#document);
    return this.#anchors.get(ref);
  }

  #follow(start: Located, left: number): Located | undefined {
    let located: Located | undefined = start;
    for (let hops = left; located && hops > 0; hops -= 1) {
      const ref = refOf(located.value);
      if (ref === undefined) return located;
      located = this.#target(ref, hops - 1);
    }
    return undefined;
  }

  /** Goes down, through the `$ref`s on the way: they aren't part of where a thing stands. */
  #at(pointer: string, left: number): Located | undefined {
    let located: Located = { value: this.#document, pointer: '' };
    for (const segment of segmentsOf(pointer)) {
      if (own(located.value, segment) === undefined) {
        const followed = left > 0 ? this.#follow(located, left - 1) : undefined;
        if (!followed) return undefined;
        located = followed;
      }
      const value = own(located.value, segment);
      if (value === undefined) return undefined;
      located = { value, pointer: childOf(located.pointer, segment) };
    }
    return located;
  }
}
