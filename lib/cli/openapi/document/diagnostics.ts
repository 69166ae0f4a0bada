import { quoted } from '../print/typescript.js';

/** Characters that control a terminal, are invisible or change the text direction, and lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

export const visible = (text: string): string => text.replace(UNSEEN, escaped);

const inOneLine = (message: string): string => visible(message.replace(/\s+/g, ' ').trim());

/** Location of a problem in a document. */
interface DocumentLocation {
  /** Pointer such as `/paths/~1users/get`. */
  readonly pointer?: string | undefined;
  /** Path or URL of the file, unless it is the document itself. */
  readonly file?: string | undefined;
  /** The `$ref` that can't be resolved, if that is the problem. */
  readonly ref?: string | undefined;
}

/**
 * Error of a document that can't be read or converted to types. The message is one line and names the fix.
 */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly pointer: string | undefined;
  readonly file: string | undefined;
  readonly ref: string | undefined;

  constructor(message: string, { pointer, file, ref }: DocumentLocation = {}) {
    super(inOneLine(message));
    this.pointer = pointer;
    this.file = file;
    this.ref = ref;
  }
}

/** Returns the first line of an error message from another package. */
export const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** Returns a `$ref` for a message, without its query, which can contain a secret. */
export const shownRef = (ref: string): string => ref.replace(/\?[^#]*/, '');

/** Creates the error of a required `$ref` that can't be resolved. */
export function unresolvedRef(ref: string, pointer: string): DocumentError {
  return new DocumentError(`$ref ${quoted(shownRef(ref))} can't be resolved: fix it, or add its target`, {
    pointer,
    ref,
  });
}

/** Returns the result; undefined if a `$ref` can't be resolved. */
export function orUnresolved<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DocumentError && error.ref !== undefined) return undefined;
    throw error;
  }
}

/** All codes, in the order of the `WarningCode` documentation. */
export const WARNING_CODES = [
  'missing-field',
  'unknown-field',
  'wrong-value',
  'unchecked',
  'unused-ref',
  'ref-circle',
  'schema-name',
  'endpoint-name',
  'group-name',
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
  'unused-filter',
  'mock',
] as const;

/**
 * Code of a warning. `--allow CODE` ignores the warnings with a code.
 *
 * - `missing-field`: a field that OpenAPI requires is missing.
 * - `unknown-field`: a field is not part of OpenAPI.
 * - `wrong-value`: a value is not valid in OpenAPI.
 * - `unchecked`: the structure could not be checked.
 * - `unused-ref`: a `$ref` can't be resolved, and no endpoint needs it.
 * - `ref-circle`: a `$ref` leads only to itself.
 * - `schema-name`: two files have a schema with the same name.
 * - `endpoint-name`: two operations have the same name.
 * - `group-name`: two groups have the same name.
 * - `parameter`: a parameter is omitted or not declared.
 * - `path-style`: the caller must serialize a value of the path.
 * - `collection-format`: an array of Swagger 2 is sent with commas instead of its own format.
 * - `allow-reserved`: `allowReserved` is ignored.
 * - `path-text`: a path contains a query or a fragment.
 * - `body-of-get`: the body of a GET or HEAD is omitted.
 * - `part-headers`: the parts of a body are sent without their headers.
 * - `event-stream`: a stream needs a reader.
 * - `no-success`: an operation describes no success response.
 * - `own-server`: an operation has its own server.
 * - `callback`, `webhook`: requests that the service sends to you.
 * - `method`: a method that fetch doesn't support.
 * - `unsaid`: a keyword or a body that the client can't represent.
 * - `too-deep`: schemas are nested too deeply.
 * - `unused-filter`: an `exclude` matches no operation.
 * - `mock`: no mock was found that a schema accepts.
 */
export type WarningCode = (typeof WARNING_CODES)[number];

/** A part of the document that the generated file omits or changes. */
export interface Warning {
  /** Kind of the warning. */
  readonly code: WarningCode;
  /** Pointer in the document, such as `/paths/~1users/get`. */
  readonly pointer: string;
  /** What is omitted or changed, and the fix, in one line. */
  readonly message: string;
  /** Path or URL of the file, unless it is the document itself. */
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

  /** Adds only the first warning of a kind, which can occur thousands of times in a document. */
  firstOf(kind: string, code: WarningCode, pointer: string, message: string): void {
    this.#once(kind, { code, pointer, message });
  }

  /** Removes the warnings about a part of the document. */
  remove(isAbout: (pointer: string) => boolean): void {
    const kept = this.#list.filter(({ pointer, file }) => file !== undefined || !isAbout(pointer));
    this.#list.splice(0, this.#list.length, ...kept);
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

/** Keywords whose keys are names chosen by the author. */
const OF_NAMES = new Set(
  'properties patternProperties $defs definitions paths responses headers content encoding callbacks schemas'.split(
    ' ',
  ),
);

/** Keywords whose contents don't affect the types. */
const UNREAD = new Set(['example', 'examples', 'default', 'externalValue', 'discriminator', 'links', 'xml']);

/** Whether a pointer leads to a part that no endpoint and no type uses. */
function isUnread(pointer: string): boolean {
  const segments = pointer.split('/').slice(1);
  const [first, , ...rest] = segments;
  const read = first === 'components' ? rest : segments;
  return read.some((segment, index) => {
    const isName = OF_NAMES.has(read[index - 1] ?? '') || (first === 'components' && index === 0);
    return !isName && (UNREAD.has(segment) || segment.startsWith('x-'));
  });
}

/** Redocly's messages about the structure, with the code and the text of the warning. */
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

/** A `$ref` that can't be resolved, with its message. */
export type BrokenRef = Omit<Warning, 'code'>;

/**
 * Converts Redocly's problems. Problems of the structure become warnings, because most published documents
 * have some and still produce a client. Returns the unresolved `$ref`s: they matter only if an endpoint needs
 * them.
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
