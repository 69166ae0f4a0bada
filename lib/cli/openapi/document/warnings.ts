import { visible } from '../text/visible.js';

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

/** Collects warnings, each once. */
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
    this.#list.push({ ...warning, message: visible(warning.message) });
  }
}
