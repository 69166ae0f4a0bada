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

/** How often something may be met again: a YAML file that uses an alias a thousand times stays far below. */
const MOST_ALIASES = 500_000;

/** How deep values may stand in each other: those of published documents have less than 100 levels. */
const DEEPEST = 1000;

interface Found {
  readonly node: object;
  readonly pointer: string;
}

/** A `$ref` in a file, by its path or URL. */
interface Ref extends Found {
  readonly address: string;
}

/**
 * The `$ref`s in a value, which has to be a tree: the aliases of YAML can make a circle of it, or a tree so large that
 * walking it doesn't end. Throws a DocumentError for these, and for what is nested beyond reason.
 */
export function refsIn(value: unknown): Found[] {
  let aliasesLeft = MOST_ALIASES;
  const above = new Set<object>();
  const known = new Set<object>();
  const found: Found[] = [];
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

interface Target extends Located {
  readonly address: string;
}

/** Where a chain of `$ref`s ends, and how many there are. */
interface Chain {
  readonly last: Ref;
  readonly length: number;
}

/** What resolves a chain takes the square of its length, and those that people write are shorter. */
const LONGEST_CHAIN = 50;

/** How many `$ref`s may stand within the way of another: `#/a/b` where `a` is one. */
const DEEPEST_WAY = 5;

/**
 * The `$ref`s that lead to other `$ref`s, over all files of a document. Those that lead round say nothing, and what
 * follows them would not end: they are taken out. Of a very long chain the first ones are made to lead to its end.
 */
export class RefChains {
  readonly #addressOf: (base: string, ref: string) => string;
  readonly #files = new Map<string, unknown>();
  readonly #chains = new Map<object, Chain>();
  /** As far as the files so far say. */
  readonly #targets = new Map<object, Target>();
  #circles: Ref[] = [];

  /** @param addressOf The path or URL that a `$ref` in a file names. */
  constructor(addressOf: (base: string, ref: string) => string) {
    this.#addressOf = addressOf;
  }

  /** Takes in a file, and gives back those of the `$ref`s that led round and are no longer there. */
  add(address: string, content: unknown): readonly Ref[] {
    const refs = refsIn(content);
    this.#circles = [];
    this.#targets.clear();
    this.#files.set(address, content);
    for (const ref of refs) if (refOf(ref.node) !== undefined) this.#follow({ ...ref, address }, DEEPEST_WAY);
    return this.#circles;
  }

  /** What stands at the end of a chain, which is kept for each `$ref` of it; undefined for one that leads round. */
  #follow(start: Ref, waysLeft: number): Target | undefined {
    const path: Ref[] = [];
    const met = new Map<object, number>();
    let at = start;
    let target: Target | undefined;
    for (;;) {
      met.set(at.node, path.length);
      path.push(at);
      // Of what was followed before, only the end is looked at: its file may be there by now.
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

  /** What a `$ref` names, which may be another; its value is undefined for nothing. Undefined for a way that leads round. */
  #targetOf(from: Ref, waysLeft: number): Target | undefined {
    const known = this.#targets.get(from.node);
    if (known) return known;
    const { address, hash } = this.#partsOf(from);
    const way = pointerOfRef(hash);
    const file = way === undefined ? undefined : this.#files.get(address);
    let target: Target = { value: file, pointer: '', address };
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
