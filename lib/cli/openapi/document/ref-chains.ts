import { DocumentError } from './diagnostics.js';
import {
  childOf,
  isObject,
  type Located,
  locatedAt,
  own,
  pointerOfRef,
  refOf,
  segmentsOf,
} from './json-document.js';

/** Maximum number of repeated visits. A YAML file that uses an alias a thousand times stays far below. */
const MOST_ALIASES = 500_000;

/** Maximum nesting depth. Published documents have less than 100 levels. */
const DEEPEST = 1000;

interface PointedNode {
  readonly node: object;
  readonly pointer: string;
}

/** A `$ref` in a file, given by path or URL. */
interface Ref extends PointedNode {
  readonly address: string;
}

/**
 * Returns the `$ref`s in a value, which must be a tree. YAML aliases can create a cycle, or a tree too large
 * to visit. Throws a DocumentError for these, and for a value that is nested too deeply.
 */
export function refsIn(value: unknown): PointedNode[] {
  let aliasesLeft = MOST_ALIASES;
  const above = new Set<object>();
  const known = new Set<object>();
  const found: PointedNode[] = [];
  const way: string[] = [];
  const visit = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return;
    if (above.has(each)) throw new DocumentError('The document has circular aliases; use $ref');
    if (above.size > DEEPEST) throw new DocumentError('The document is nested too deeply');
    if (known.has(each)) aliasesLeft -= 1;
    if (aliasesLeft < 0) throw new DocumentError('The document has too many nested aliases; use $ref');
    if (isObject(each) && refOf(each) !== undefined && !known.has(each))
      found.push({ node: each, pointer: childOf('', ...way) });
    known.add(each);
    above.add(each);
    for (const [name, child] of Object.entries(each)) {
      way.push(name);
      visit(child);
      way.pop();
    }
    above.delete(each);
  };
  visit(value);
  return found;
}

interface RefTarget extends Located {
  readonly address: string;
}

/** The end of a chain of `$ref`s, and its length. */
interface Chain {
  readonly last: Ref;
  readonly length: number;
}

/** Resolving a chain takes quadratic time. Real chains are shorter. */
const LONGEST_CHAIN = 50;

/** Maximum number of `$ref`s inside the path of another: in `#/a/b`, `a` can be a `$ref`. */
const DEEPEST_WAY = 5;

/**
 * The `$ref`s that lead to other `$ref`s, in all files of a document. Removes circular ones, because a
 * resolver would never finish. Shortens long chains.
 */
export class RefChains {
  readonly #addressOf: (base: string, ref: string) => string;
  readonly #files = new Map<string, unknown>();
  readonly #chains = new Map<object, Chain>();
  /** Targets, as far as they are known from the files so far. */
  readonly #targets = new Map<object, RefTarget>();
  #circles: Ref[] = [];

  /**
   * Creates the chains.
   *
   * @param addressOf Returns the path or URL that a `$ref` in a file names.
   */
  constructor(addressOf: (base: string, ref: string) => string) {
    this.#addressOf = addressOf;
  }

  /** Adds a file. Returns the circular `$ref`s that were removed. */
  add(address: string, content: unknown): readonly Ref[] {
    const refs = refsIn(content);
    this.#circles = [];
    this.#targets.clear();
    this.#files.set(address, content);
    for (const ref of refs) if (refOf(ref.node) !== undefined) this.#follow({ ...ref, address }, DEEPEST_WAY);
    return this.#circles;
  }

  /** Returns the end of a chain and stores it for each `$ref` of the chain; undefined if it is circular. */
  #follow(start: Ref, waysLeft: number): RefTarget | undefined {
    const path: Ref[] = [];
    const met = new Map<object, number>();
    let at = start;
    let target: RefTarget | undefined;
    for (;;) {
      met.set(at.node, path.length);
      path.push(at);
      // For a known chain, check only its end: the file of the end might have been added since.
      target = this.#targetOf(this.#chains.get(at.node)?.last ?? at, waysLeft);
      const { value: node } = target ?? {};
      if (!target || !isObject(node) || refOf(node) === undefined) break;
      at = { node, pointer: target.pointer, address: target.address };
      if (met.has(node)) break;
    }
    const round = target ? met.get(Object(target.value) as object) : path.length - 1;
    if (round !== undefined) for (const ref of path.splice(round)) this.#open(ref);
    let after: Chain | undefined;
    for (const ref of path.reverse()) {
      const { last, length } = this.#chains.get(ref.node) ?? { last: ref, length: 1 };
      after = this.#shortened(ref, { last: after?.last ?? last, length: length + (after?.length ?? 0) });
      this.#chains.set(ref.node, after);
    }
    return round === undefined ? target : undefined;
  }

  #open(ref: Ref): void {
    if (!Object.hasOwn(ref.node, '$ref')) return;
    Reflect.deleteProperty(ref.node, '$ref');
    this.#chains.delete(ref.node);
    this.#circles.push(ref);
  }

  #shortened(ref: Ref, chain: Chain): Chain {
    if (chain.length <= LONGEST_CHAIN) return chain;
    const { address, hash } = this.#partsOf(chain.last);
    const target = this.#targets.get(chain.last.node);
    if (target) this.#targets.set(ref.node, target);
    Reflect.set(ref.node, '$ref', address === ref.address ? hash : address + hash);
    return { last: ref, length: 1 };
  }

  #partsOf({ node, address }: Ref): { readonly address: string; readonly hash: string } {
    const [, file = '', hash = ''] = /^([^#]*)(.*)$/s.exec(refOf(node) ?? '') ?? [];
    return { address: file === '' ? address : this.#addressOf(address, file), hash: hash || '#' };
  }

  /**
   * Returns the target of a `$ref`, which can be another `$ref`. Its value is undefined if it doesn't exist.
   * Returns undefined if the path is circular.
   */
  #targetOf(from: Ref, waysLeft: number): RefTarget | undefined {
    const known = this.#targets.get(from.node);
    if (known) return known;
    const { address, hash } = this.#partsOf(from);
    const way = pointerOfRef(hash);
    const file = way === undefined ? undefined : this.#files.get(address);
    let target: RefTarget = { value: file, pointer: '', address };
    for (const segment of segmentsOf(way ?? '')) {
      const { value: node } = target;
      if (isObject(node) && own(node, segment) === undefined && refOf(node) !== undefined) {
        const end = waysLeft > 0 ? this.#follow({ ...target, node }, waysLeft - 1) : undefined;
        if (!end) return undefined;
        target = end;
      }
      target = { ...locatedAt(target, segment), address: target.address };
    }
    this.#targets.set(from.node, target);
    return target;
  }
}
