import { quoted } from '../print/typescript.js';

/** What a terminal obeys, doesn't show, or shows in another order; and halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

export const visible = (text: string): string => text.replace(UNSEEN, escaped);

const inOneLine = (message: string): string => visible(message.replace(/\s+/g, ' ').trim());

/** Where in a document something is wrong. */
interface Place {
  /** `/paths/~1users/get`. */
  readonly pointer?: string | undefined;
  /** The file, where it isn't the one that was asked for. */
  readonly file?: string | undefined;
  /** The `$ref` that leads nowhere, if that is what is wrong. */
  readonly ref?: string | undefined;
}

/** A document that can't be read, or can't be turned into types. The message is one line and says what to do. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly pointer: string | undefined;
  readonly file: string | undefined;
  readonly ref: string | undefined;

  constructor(message: string, { pointer, file, ref }: Place = {}) {
    super(inOneLine(message));
    this.pointer = pointer;
    this.file = file;
    this.ref = ref;
  }
}

/** The first line of what another program says. */
export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** A `$ref` as a message tells it: what stands in a query may be secret. */
export const shownRef = (ref: string): string => ref.replace(/\?[^#]*/, '');

/** A `$ref` that something needs and that names nothing. */
export function unresolvedRef(ref: string, pointer: string): DocumentError {
  return new DocumentError(`$ref ${quoted(shownRef(ref))} can't be resolved: fix it, or add its target`, {
    pointer,
    ref,
  });
}

/** What is read; undefined where a `$ref` leads nowhere. */
export function orUnresolved<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DocumentError && error.ref !== undefined) return undefined;
    throw error;
  }
}

/** Every code, in the order of what `WarningCode` says of them. */
export const WARNING_CODES = [
  'missing-field',
  'unknown-field',
  'wrong-value',
  'unchecked',
  'unused-ref',
  'ref-circle',
  'schema-name',
  'endpoint-name',
  'parameter',
  'path-style',
  'collection-format',
  'allow-reserved',
  'path-text',
  'body-of-get',
  'part-headers',
  'event-stream',
  'no-success',
  'own-server',
  'callback',
  'webhook',
  'method',
  'unsaid',
  'too-deep',
] as const;

/**
 * What is odd in a document, by code: `--allow CODE` lets one pass.
 *
 * - `missing-field`: OpenAPI asks for a field that isn't there.
 * - `unknown-field`: a field that OpenAPI doesn't have.
 * - `wrong-value`: a value that OpenAPI has no use for there.
 * - `unchecked`: the structure could not be checked.
 * - `unused-ref`: a `$ref` leads nowhere, and no endpoint needs it.
 * - `ref-circle`: a `$ref` that leads to nothing but itself.
 * - `schema-name`: two files have a schema of one name.
 * - `endpoint-name`: two operations come to one name.
 * - `parameter`: a parameter is left out, or is not declared.
 * - `path-style`: a value of a path is written by the caller.
 * - `collection-format`: an array of Swagger 2 is sent with commas, in place of its own format.
 * - `allow-reserved`: `allowReserved` is ignored.
 * - `path-text`: a path has what is no part of one.
 * - `body-of-get`: the body of a GET or HEAD is left out.
 * - `part-headers`: parts of a body are sent without the headers that they have.
 * - `event-stream`: a stream needs a reader.
 * - `no-success`: an operation describes no success.
 * - `own-server`: an operation has a server of its own.
 * - `callback`, `webhook`: requests that come to you.
 * - `method`: a method that fetch doesn't have.
 * - `unsaid`: what no type can say.
 * - `too-deep`: schemas that stand too deep in each other.
 */
export type WarningCode = (typeof WARNING_CODES)[number];

/** Something of the document that the file can't say, or says otherwise. */
export interface Warning {
  /** What kind of thing it is. */
  readonly code: WarningCode;
  /** Where in the document: `/paths/~1users/get`. */
  readonly pointer: string;
  /** What is left out or said otherwise, and what to do; one line. */
  readonly message: string;
  /** The file, where it isn't the one that was asked for. */
  readonly file?: string | undefined;
}

export class Warnings {
  readonly #list: Warning[] = [];
  readonly #known = new Set<string>();

  get list(): readonly Warning[] {
    return this.#list;
  }

  add(code: WarningCode, pointer: string, message: string, file?: string): void {
    this.#once(`${file ?? ''}\n${pointer}\n${message}`, { code, pointer, message, file });
  }

  /** For what a document does in a thousand places: the first is enough to know of it. */
  firstOf(kind: string, code: WarningCode, pointer: string, message: string): void {
    this.#once(kind, { code, pointer, message });
  }

  #once(key: string, warning: Warning): void {
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#list.push({ ...warning, message: inOneLine(warning.message) });
  }
}

export interface Problem {
  readonly message: string;
  readonly ruleId: string;
  readonly location: readonly {
    readonly pointer?: string;
    readonly source: { readonly absoluteRef: string };
  }[];
}

/** Words under which the keys are names that somebody chose. */
const OF_NAMES = new Set(
  'properties patternProperties $defs definitions paths responses headers content encoding callbacks schemas'.split(
    ' ',
  ),
);

/** Words under which stands nothing that a type says. */
const UNREAD = new Set(['example', 'examples', 'default', 'externalValue', 'discriminator', 'links', 'xml']);

/** Whether a pointer leads into what no endpoint and no type is made of. */
function isUnread(pointer: string): boolean {
  const segments = pointer.split('/').slice(1);
  const [first, , ...rest] = segments;
  const read = first === 'components' ? rest : segments;
  return read.some((segment, index) => {
    const isName = OF_NAMES.has(read[index - 1] ?? '') || (first === 'components' && index === 0);
    return !isName && (UNREAD.has(segment) || segment.startsWith('x-'));
  });
}

/** Redocly's sentences on structure, and what to do about each. */
const SENTENCES: readonly (readonly [RegExp, WarningCode, string])[] = [
  [/^The field (.+) must be present on this level\.?$/, 'missing-field', 'the field $1 is missing: add it'],
  [
    /^(?:Property|The field) (.+?) (?:is not expected|is not allowed|not expected|not allowed) here\.?/,
    'unknown-field',
    'OpenAPI has no field $1 here: remove it, or name it x-…',
  ],
  [
    /^Must contain at least one of the following fields: (.+?)\.?$/,
    'missing-field',
    'one of the fields $1 is missing: add it',
  ],
  [/^Expected type (.+) but got (.+?)\.?$/, 'wrong-value', 'this is $2 instead of $1: fix it'],
  [
    /^Two schemas .* Renamed (\S+) to (\S+?)\.?$/,
    'schema-name',
    'another file has a schema $1: this one became $2',
  ],
];

function worded(line: string): readonly [code: WarningCode, message: string] {
  for (const [pattern, code, sentence] of SENTENCES)
    if (pattern.test(line)) return [code, line.replace(pattern, sentence)];
  return ['wrong-value', line.replace(/\.?$/, ': fix it')];
}

/** A `$ref` that leads nowhere, in our words. */
export type BrokenRef = Omit<Warning, 'code'>;

/**
 * What Redocly found: what is odd in the structure becomes a warning, as a client can be made all the same and most of
 * the published documents have something of that kind. Gives back the `$ref`s that lead nowhere: whether one matters is
 * known when an endpoint needs it.
 */
export function judge(problems: readonly Problem[], root: string, warnings: Warnings): BrokenRef[] {
  const broken: BrokenRef[] = [];
  for (const { message, ruleId, location } of problems) {
    const [{ pointer: fragment = '', source } = {}] = location;
    const pointer = fragment.replace(/^#/, '').replace(/\/$/, '');
    if (isUnread(pointer)) continue;
    const file = source?.absoluteRef === root ? undefined : source?.absoluteRef;
    const line = message.trim().replace(/\s+/g, ' ');
    if (ruleId === 'struct' || line.startsWith('Two schemas')) {
      const [code, sentence] = worded(line);
      warnings.add(code, pointer, sentence, file);
    } else {
      const why = line.replace(/^Can't resolve \$ref:?/, "can't resolve $ref:").replace(/:\s*$/, '');
      broken.push({ pointer, message: why, file });
    }
  }
  return broken;
}
