import { thrownText, typeName } from '../document/hooks.js';
import { isObject } from '../document/json-document.js';
import { hint } from '../nearest.js';
import { quoted } from '../print/typescript.js';
import { visible } from '../document/diagnostics.js';

/** Members that all rules have. All names and paths are the document's. */
interface RuleOfPages {
  /**
   * Dotted path of the array of items in the data; `''` if the data is the array. Default: the data, or the only
   * array among its members. A path without an array is an error.
   */
  readonly items?: string | undefined;
}

/** A rule whose pages have a param. */
interface RuleOfParam extends RuleOfPages {
  /** Name of a param, or dotted path of a member of a param or the body. Required. */
  readonly param: string;
  /** Dotted path of a boolean in the data that is false on the last page. Default: none. */
  readonly more?: string | undefined;
}

/** Pages by a cursor: `cursorPages` from `homing/pagination`. */
export interface CursorRule extends RuleOfParam {
  /** Kind of the pages. */
  readonly type: 'cursor';
  /** Dotted path of the next cursor in the data. Required. */
  readonly next: string;
}

/** Pages by an offset: `offsetPages` from `homing/pagination`. */
export interface OffsetRule extends RuleOfParam {
  /** Kind of the pages. */
  readonly type: 'offset';
  /** The param for the number of items of a page. Default: none. */
  readonly limit?: string | undefined;
  /** Dotted path of the number of all items in the data. Default: none. */
  readonly total?: string | undefined;
}

/** Numbered pages: `numberPages` from `homing/pagination`. */
export interface NumberRule extends RuleOfParam {
  /** Kind of the pages. */
  readonly type: 'number';
  /** The number of the first page, a whole number. Default: 1. */
  readonly first?: number | undefined;
  /** Dotted path of the number of the last page in the data. Default: none. */
  readonly last?: string | undefined;
  /** Dotted path of the number of pages in the data. Default: none. */
  readonly totalPages?: string | undefined;
  /** The param for the number of items of a page. Default: none. */
  readonly limit?: string | undefined;
}

/** Pages that contain the URL of the next page: `linkPages` from `homing/pagination`. */
export interface LinkRule extends RuleOfPages {
  /** Kind of the pages. */
  readonly type: 'link';
  /** Dotted path of the URL in the data. Default: the `Link` header. */
  readonly next?: string | undefined;
}

/** How the pages of an operation follow each other. */
export type PagesRule = CursorRule | OffsetRule | NumberRule | LinkRule;

/**
 * Rules by `operationId`, or `*` for all operations. An operation without an `operationId` has the name of its
 * endpoint. If several rules fit, the first one applies. An empty array means no pages.
 */
export type PagesRuleMap = Readonly<Record<string, PagesRule | readonly PagesRule[]>>;

/** Error of an invalid rule. The message is the end of a sentence that starts with the rule. */
export class RuleError extends Error {}

/** The members of each kind of rule. The members before `needed` are required. */
export const MEMBERS: Readonly<
  Record<PagesRule['type'], { readonly names: readonly string[]; readonly needed: number }>
> = {
  cursor: { names: ['param', 'next', 'items', 'more'], needed: 2 },
  offset: { names: ['param', 'items', 'total', 'limit', 'more'], needed: 1 },
  number: { names: ['param', 'items', 'first', 'last', 'totalPages', 'limit', 'more'], needed: 1 },
  link: { names: ['next', 'items'], needed: 0 },
};

const TYPES = Object.keys(MEMBERS);

/** Maximum length of a name or a path: above any real one. */
const LONGEST = 300;

/** Returns a name for a message: quoted, in one line, and shortened. */
export const shownName = (name: string): string =>
  quoted(visible(name.length > LONGEST ? `${name.slice(0, 40)}…` : name));

/** Reads each own property once, because a getter can return another value the second time. */
const entriesOf = (value: object): [name: string, value: unknown][] => {
  try {
    return Object.keys(value).map((key) => [key, (value as Readonly<Record<string, unknown>>)[key]]);
  } catch (error) {
    throw new RuleError(`can't be read: ${thrownText(error)}`);
  }
};

const checkMember = (name: string, value: unknown): void => {
  if (name === 'first') {
    if (!Number.isSafeInteger(value))
      throw new RuleError(
        `first is ${typeof value === 'number' ? value : typeName(value)}: pass a whole number`,
      );
    return;
  }
  if (typeof value !== 'string') throw new RuleError(`${name} is ${typeName(value)}: pass a string`);
  if (value === '' && name !== 'items') throw new RuleError(`${name} is '': pass a name or a path`);
  if (value.length > LONGEST) throw new RuleError(`${name} has more than ${LONGEST} characters: shorten it`);
};

function ruleOf(value: unknown): PagesRule {
  if (!isObject(value)) throw new RuleError(`is ${typeName(value)}: pass a rule`);
  const members = new Map(entriesOf(value).filter(([, each]) => each !== undefined));
  const type = members.get('type');
  if (typeof type !== 'string' || !TYPES.includes(type)) {
    const got = typeof type === 'string' ? shownName(type) : typeName(type);
    throw new RuleError(`type is ${type === undefined ? 'missing' : got}: pass ${TYPES.join(', ')}`);
  }
  const { names, needed } = MEMBERS[type as PagesRule['type']];
  for (const [name, each] of members) {
    if (name === 'type') continue;
    if (!names.includes(name)) {
      const near = hint(name, names, '; try ', '') || `; ${type} has ${names.join(', ')}`;
      throw new RuleError(`has the unknown member ${shownName(name)}${near}`);
    }
    checkMember(name, each);
  }
  const missing = names.slice(0, needed).find((name) => !members.has(name));
  if (missing !== undefined) throw new RuleError(`${missing} is missing: add it`);
  return Object.fromEntries(members) as unknown as PagesRule;
}

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Reads a rule, or an array of rules. Throws a RuleError for an invalid one. */
export function rulesOf(value: unknown): readonly PagesRule[] {
  if (!isArray(value)) return [ruleOf(value)];
  return entriesOf(value).map(([index, each]) => {
    try {
      return ruleOf(each);
    } catch (error) {
      throw error instanceof RuleError ? new RuleError(`[${index}] ${error.message}`) : error;
    }
  });
}

/** Rules by operation. */
export type RulesByName = ReadonlyMap<string, readonly PagesRule[]>;

/** Reads a map of rules. Throws a RuleError for an invalid one. */
export function ruleMapOf(value: unknown): RulesByName {
  if (!isObject(value)) throw new RuleError(`is ${typeName(value)}: pass an object`);
  const found = new Map<string, readonly PagesRule[]>();
  for (const [name, each] of entriesOf(value)) {
    if (each === undefined) continue;
    try {
      found.set(name, rulesOf(each));
    } catch (error) {
      throw error instanceof RuleError ? new RuleError(`of ${shownName(name)}: ${error.message}`) : error;
    }
  }
  return found;
}

/** Reads the option `pages` of `generate`. Throws a TypeError for an invalid value. */
export function givenRules(pages: unknown): RulesByName {
  try {
    return pages === undefined ? new Map() : ruleMapOf(pages);
  } catch (error) {
    throw error instanceof RuleError ? new TypeError(`pages ${error.message}.`) : error;
  }
}
