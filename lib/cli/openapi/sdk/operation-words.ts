// The words of an operation that name its method.
import type { GroupRule } from '../groups/grouping.js';
import type { OperationModel } from '../model/operations.js';
import { camelCase, splitWords } from '../names.js';

/** The verbs of operation ids, by the name of the method. */
const VERBS: Readonly<Record<string, readonly string[]>> = {
  retrieve: ['retrieve', 'get', 'fetch', 'read', 'find', 'show'],
  list: ['list', 'index', 'search'],
  create: ['create', 'add', 'post', 'new', 'insert'],
  update: ['update', 'patch', 'edit', 'modify', 'put'],
  delete: ['delete', 'remove', 'destroy'],
};

/** The method's name for an operation whose words only repeat the resource. */
const BY_METHOD: Readonly<Record<string, string>> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

const ARTICLES = new Set(['a', 'an', 'the']);

/** Words after a verb that add nothing to it. */
const FILLERS = new Set(['all', 'one']);

/** Segments at the start of a path that name no resource, such as `v1`, `2.0` and `api`. */
const PREFIX = /^(api|rest|v?\d[\d.]*)$/i;

const verbOf = (word: string): string | undefined =>
  Object.keys(VERBS).find((name) => VERBS[name]?.includes(word));

const textsOf = (name: string): string[] => splitWords(name).map(({ text }) => text);

/** Words that look like plurals. */
const NO_PLURALS = /(details|settings|news|series|analytics|statistics|stats|[suia]s)$/i;

/** Returns a word without the ending of the plural. */
const singular = (word: string): string =>
  NO_PLURALS.test(word)
    ? word
    : word
        .replace(/ies$/i, 'y')
        .replace(/(?<=s|x|z|ch|sh)es$/i, '')
        .replace(/(?<=[^s])s$/i, '');

/** Whether a word is a plural, such as `orders`. */
const isPlural = (word: string): boolean => singular(word) !== word;

/** Returns the words as a text that tells resources apart, without regard to the plural. */
const keyOf = (words: readonly string[]): string =>
  words.map((word) => singular(word).toLowerCase()).join(' ');

/** A segment of a path. */
interface PathSegment {
  readonly text: string;
  readonly words: readonly string[];
  readonly isParam: boolean;
  /** Whether it is an action behind a colon, such as `cancel` in `/orders/{id}:cancel`. */
  readonly isAction: boolean;
}

/** Matches a segment or an action with the character before it. A colon inside a param separates nothing. */
const SEGMENT = /(^|[/:])((?:\{[^{}]*\}|[^/:{}])+)/g;

/** Returns the segments of a path, without a version at its start. */
function pathSegments(template: string): PathSegment[] {
  const all = [...template.matchAll(SEGMENT)].map(([, mark, text = '']): PathSegment => {
    const isParam = text.includes('{');
    return { text, words: textsOf(text), isParam, isAction: mark === ':' && !isParam };
  });
  const start = all.findIndex(({ text }) => !PREFIX.test(text));
  return all.slice(Math.max(start, 0));
}

const isSame = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase();

/** Whether the words only repeat the method and the path, as `get_files_id` does for `GET /files/{file_id}`. */
function repeatsPath(words: readonly string[], { method, template }: OperationModel): boolean {
  let at = 1;
  if (!isSame(words[0], method)) return false;
  for (const { words: expected, isParam } of pathSegments(template)) {
    if (isParam && isSame(words[at], 'by')) at += 1;
    // The id can leave out the start of a param, or all of it.
    const starts = isParam ? expected.map((_, index) => index) : [0];
    const start = starts.find((from) =>
      expected.slice(from).every((word, index) => isSame(words[at + index], word)),
    );
    if (start !== undefined) at += expected.length - start;
    else if (!isParam) return false;
  }
  return at === words.length;
}

/** Returns the first fixed segment of a path, after a version. */
const firstSegment = (template: string): string | undefined =>
  pathSegments(template).find(({ text, isParam, isAction }) => !isParam && !isAction && !PREFIX.test(text))
    ?.text;

/** Returns the rule that names resources. Operations without a tag belong to the first fixed segment of their path. */
export const resourceRule = (groups: GroupRule | undefined): GroupRule =>
  typeof groups === 'function' ? groups : ({ tags, path }) => tags[0] ?? firstSegment(path);

/** The words of a method, and the words that the document has for them. */
export interface MethodWords {
  /** Name with the usual verb, such as `retrieve`. */
  readonly usual: string;
  /** Name with the verb of the document, such as `fetch`. */
  readonly literal: string;
}

/** Returns the words with the last one in the singular. */
const ofOne = (words: readonly string[]): string[] =>
  words.map((word, index) => (index === words.length - 1 ? singular(word) : word));

/** Returns the fixed segments after the resource, or the last two. An item of a collection is in the singular. */
function fixedWords(segments: readonly PathSegment[], resource: string): readonly (readonly string[])[] {
  const key = keyOf(textsOf(resource));
  const found = segments.map(({ words, isParam }) => (isParam ? '' : keyOf(words))).lastIndexOf(key);
  const fixed = segments.flatMap(({ words, isParam }, index) => {
    if (isParam || index <= found) return [];
    return [segments[index + 1]?.isParam ? ofOne(words) : words];
  });
  return found < 0 ? fixed.slice(-2) : fixed;
}

/** Names a method by the path after the resource: `listItems` for `GET /orders/{id}/items`. */
function wordsByPath(
  { method, template }: OperationModel,
  resource: string,
  { hasUpdates, readable }: DocumentWords,
): MethodWords {
  const segments = pathSegments(template);
  const isItem = segments.at(-1)?.isParam === true;
  const words = fixedWords(segments, resource).flat();
  const isCollection = !isItem && isPlural(segments.at(-1)?.words.at(-1) ?? '');
  const name = (verb: string, others: readonly string[]): string => camelCase([verb, ...others].join(' '));
  const literal = name(method.toLowerCase(), words);
  if (segments.at(-1)?.isAction) return { usual: camelCase(words.join(' ')), literal };
  if (method === 'GET') {
    const verb = words.length > 0 ? 'get' : 'retrieve';
    return { usual: name(isCollection ? 'list' : verb, words), literal };
  }
  if (method === 'POST' && isItem) return { usual: hasUpdates ? literal : name('update', words), literal };
  if (method === 'POST' && words.length > 0 && !isCollection && !readable.has(template))
    return { usual: camelCase(words.join(' ')), literal };
  const verb = BY_METHOD[method] ?? method.toLowerCase();
  return { usual: name(verb, verb === 'create' ? ofOne(words) : words), literal };
}

/** Removes the words of the resource, without regard to the plural. Keeps a verb at the end, as in `orderList.list`. */
function withoutResource(words: readonly string[], resource: string): readonly string[] {
  const taken = new Set(textsOf(resource).map((word) => keyOf([word])));
  const rest = words.filter((word) => !taken.has(keyOf([word])));
  const last = words.at(-1) ?? '';
  return rest.length === 0 && words.length > 1 && verbOf(last.toLowerCase()) !== undefined ? [last] : rest;
}

/** Names a method by the words of its operation id. The usual name leaves out what follows `by`. */
function wordsById(words: readonly string[], operation: OperationModel, resource: string): MethodWords {
  const own = words.filter(
    (word, index) =>
      !isSame('controller', word) && !(index < words.length - 1 && ARTICLES.has(word.toLowerCase())),
  );
  const by = own.findIndex((word, index) => index > 0 && isSame('by', word));
  const literal = camelCase(withoutResource(own, resource).join(' '));
  const rest = withoutResource(by > 0 ? own.slice(0, by) : own, resource);
  const [first = '', ...others] = rest.map((word) => word.toLowerCase());
  const verb = verbOf(first);
  if (rest.length > 0 && (verb === undefined || !others.every((word) => FILLERS.has(word))))
    return { usual: camelCase(rest.join(' ')), literal };
  const last = pathSegments(operation.template).at(-1);
  const usual = verb ?? BY_METHOD[operation.method] ?? 'retrieve';
  const isCollection = usual === 'retrieve' && last?.isParam !== true && isPlural(last?.words.at(-1) ?? '');
  return { usual: isCollection ? 'list' : usual, literal };
}

/** Properties of a document's operations that decide how one of them is named. */
export interface DocumentWords {
  /** Words that start most operation ids. */
  readonly prefix: readonly string[];
  /** Whether an operation has the method PUT or PATCH. Without one, a POST changes an item. */
  readonly hasUpdates: boolean;
  /** Paths with a GET. */
  readonly readable: ReadonlySet<string>;
}

/** The smallest part of a document's operation ids that makes their start a prefix. A new id alone then changes no name. */
const MOST = 3 / 4;

/** Returns the words before the first dot, slash, colon or `_` that most operation ids share. */
function sharedPrefix(ids: readonly (string | undefined)[]): readonly string[] {
  const count = new Map<string, number>();
  for (const id of ids) {
    const [, first] = /^([^./_:]+)[./_:]./.exec(id ?? '') ?? [];
    if (first !== undefined) count.set(first, (count.get(first) ?? 0) + 1);
  }
  const [first] = [...count].find(([, each]) => each > 1 && each > ids.length * MOST) ?? [];
  const words = textsOf(first ?? '');
  return words.some((word) => verbOf(word.toLowerCase()) !== undefined) ? [] : words;
}

/** Reads the properties of a document's operations that decide how one of them is named. */
export const documentWords = (operations: readonly OperationModel[]): DocumentWords => ({
  prefix: sharedPrefix(operations.map(({ id }) => id)),
  hasUpdates: operations.some(({ method }) => method === 'PUT' || method === 'PATCH'),
  readable: new Set(operations.flatMap(({ method, template }) => (method === 'GET' ? [template] : []))),
});

/**
 * Returns the words of a method: of its operation id, or of its path if the id is missing or only repeats the path.
 *
 * @param name Name of the endpoint.
 */
export function methodWords(
  operation: OperationModel,
  name: string,
  resource: string,
  document: DocumentWords,
): MethodWords {
  const words = textsOf(name);
  if (operation.id === undefined || repeatsPath(words, operation))
    return wordsByPath(operation, resource, document);
  const { prefix } = document;
  const hasPrefix = prefix.length < words.length && prefix.every((word, index) => isSame(words[index], word));
  return wordsById(hasPrefix ? words.slice(prefix.length) : words, operation, resource);
}
