import { nearest } from '../nearest.js';
import { quoted } from '../print/typescript.js';
import { visible } from './diagnostics.js';
import { globMatcher } from './glob.js';

/**
 * Selects operations.
 *
 * - `tag:NAME`: the operations with this tag.
 * - `operation:ID`: the operation with this `operationId`. An operation without one has the name of its endpoint.
 * - `path:GLOB`: the operations of the matching paths. `*` is any text within a segment, `**` any text.
 *   `path:/users/**` also matches `/users`.
 * - `deprecated`: the deprecated operations.
 */
export type OperationFilter = `tag:${string}` | `operation:${string}` | `path:${string}` | 'deprecated';

/** The properties that filters compare: of an operation, or of a request to a webhook. */
export interface Filterable {
  readonly id: string | undefined;
  /** Path as in the document; undefined for a webhook. */
  readonly template: string | undefined;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
}

const KINDS = ['tag', 'operation', 'path'] as const;

const WORDS: readonly string[] = [...KINDS.map((kind) => `${kind}:`), 'deprecated'];

/** A filter that has been read. */
interface Term {
  readonly text: string;
  readonly matches: (operation: Filterable) => boolean;
  /** Returns the values that the filter could have. */
  readonly choices: (operation: Filterable) => readonly string[];
}

const MATCHERS: Readonly<
  Record<(typeof KINDS)[number], (value: string) => (operation: Filterable) => boolean>
> = {
  tag:
    (name) =>
    ({ tags }) =>
      tags.includes(name),
  operation:
    (name) =>
    ({ id }) =>
      id === name,
  path: (glob) => {
    const matches = globMatcher(glob);
    return ({ template }) => template !== undefined && matches(template);
  },
};

const CHOICES: Readonly<Record<(typeof KINDS)[number], (operation: Filterable) => readonly string[]>> = {
  tag: ({ tags }) => tags,
  operation: ({ id }) => (id === undefined ? [] : [id]),
  path: ({ template }) => (template === undefined ? [] : [template]),
};

function termOf(text: unknown): Term | undefined {
  if (text === 'deprecated') return { text, matches: ({ isDeprecated }) => isDeprecated, choices: () => [] };
  if (typeof text !== 'string') return undefined;
  const colon = text.indexOf(':');
  const kind = KINDS.find((each) => each === text.slice(0, colon));
  const value = text.slice(colon + 1);
  if (kind === undefined || value === '') return undefined;
  return { text, matches: MATCHERS[kind](value), choices: CHOICES[kind] };
}

/** Maximum length of a filter: above any real name or path. */
const LONGEST = 1000;

/** Returns why a filter is invalid, such as `got tags:a; try tag:`; undefined for a valid filter. */
export function filterProblem(filter: unknown): string | undefined {
  if (typeof filter !== 'string') return `got ${filter === null ? 'null' : typeof filter}`;
  if (filter.length > LONGEST) return `got more than ${LONGEST} characters`;
  if (termOf(filter)) return undefined;
  const [start = '', value] = filter.split(/(?<=:)/);
  const near = value === '' || WORDS.includes(start) ? undefined : nearest(start, WORDS);
  return `got ${quoted(visible(filter))}${near === undefined ? '' : `; try ${near}`}`;
}

/** The valid forms of a filter, for messages. */
export const FILTER_FORMS = 'tag:NAME, operation:ID, path:GLOB or deprecated';

/** Returns the filters of an option. Throws a TypeError for an invalid filter. */
function termsOf(name: string, filters: unknown): readonly Term[] {
  if (filters === undefined) return [];
  if (!Array.isArray(filters)) throw new TypeError(`${name}: pass an array of ${FILTER_FORMS}.`);
  return [...new Set(filters as readonly unknown[])].map((filter) => {
    const term = termOf(filter);
    const problem = filterProblem(filter);
    if (term && problem === undefined) return term;
    throw new TypeError(`${name}: pass ${FILTER_FORMS}, ${problem ?? ''}.`);
  });
}

/** A filter that matches no operation. */
export interface UnusedFilter {
  readonly option: 'include' | 'exclude';
  /** What is wrong, and the fix. */
  readonly message: string;
}

/** The filters of a document. An operation is kept if any `include` matches it, and no `exclude`. */
export class Filters {
  readonly #include: readonly Term[];
  readonly #exclude: readonly Term[];

  /** Throws a TypeError for an invalid filter. */
  constructor(include: unknown, exclude: unknown) {
    this.#include = termsOf('include', include);
    this.#exclude = termsOf('exclude', exclude);
  }

  keeps(operation: Filterable): boolean {
    if (this.#exclude.some(({ matches }) => matches(operation))) return false;
    return this.#include.length === 0 || this.#include.some(({ matches }) => matches(operation));
  }

  /** Returns the filters that match none of the operations. `deprecated` can match none. */
  unused(operations: readonly Filterable[]): UnusedFilter[] {
    const of = (option: UnusedFilter['option'], terms: readonly Term[]): UnusedFilter[] =>
      terms
        .filter(({ text, matches }) => text !== 'deprecated' && !operations.some(matches))
        .map((term) => ({
          option,
          message: `${option} ${quoted(term.text)} matches no operation${this.#near(term, operations)}`,
        }));
    return [...of('include', this.#include), ...of('exclude', this.#exclude)];
  }

  /** Returns the fix of a filter that matches nothing. */
  #near({ text, choices }: Term, operations: readonly Filterable[]): string {
    const [kind = '', value = ''] = text.split(/(?<=^\w+:)/);
    const all = [...new Set(operations.flatMap(choices))].sort();
    const same = all.find((each) => each.toLowerCase() === value.toLowerCase());
    const near = same ?? (kind === 'path:' && /^[^/*]/.test(value) ? `/${value}` : nearest(value, all));
    return near === undefined ? ': remove it, or fix it' : `: try ${quoted(kind + near)}`;
  }
}
