import { describeType } from '../platform/describe-type.js';
import { ownValue } from '../platform/own-properties.js';
import type { Fields } from './fields.js';
import { Refusal } from '../result/refusal.js';
import { isScalar } from './scalar.js';

/** A part of a path. */
interface PathPart {
  /** Sent as it is written. */
  readonly text: string;
  /** The param whose value is sent after the text; undefined behind the last one. */
  readonly param: string | undefined;
  /** The param as it stands in the path. */
  readonly token: string;
}

const NAME_AFTER_COLON = /:(\w+)/g;

/** As OpenAPI writes it, anywhere in a path. Not what JSON is in a path: it has quotes. */
export const NAME_IN_BRACES = /\{([^{}/"]+)\}/g;

/** A URL parser resolves these away, encoded or not; and nothing at all would make two segments one. */
const NO_SEGMENT: readonly string[] = ['', '.', '..'];

/** Half of a character that UTF-16 writes as two halves: it has no UTF-8 form. */
const HALF_CHARACTER = /\p{Cs}/u;

/** The value as it is sent in a path; undefined for one that can't be. */
const pathText = (value: unknown): string | undefined => {
  // What most are, and digits need no encoding; 1e21 does.
  if (Number.isSafeInteger(value)) return String(value);
  if (!isScalar(value)) return undefined;
  const text = String(value);
  return NO_SEGMENT.includes(text) || HALF_CHARACTER.test(text) ? undefined : encodeURIComponent(text);
};

/** Of a list, what each of its elements is sent as: `1,2`. */
export const listText = (value: unknown): string | undefined => {
  if (!Array.isArray(value)) return pathText(value);
  const texts = Array.from(value, pathText);
  return texts.length === 0 || texts.includes(undefined) ? undefined : texts.join(',');
};

/** What a message says of a value that can't be sent in a path. */
const describeUnusable = (value: unknown): string => {
  if (value === undefined) return 'missing';
  return value === '.' || value === '..' ? `"${value}"` : describeType(value);
};

/** The path of an endpoint, read once: what of it is text, and where its params go. */
export class PathTemplate {
  /** Names of the params, in their order. */
  readonly tokens: readonly string[];
  /** Whether its params stand in braces. Its colons are text then. */
  readonly hasBraces: boolean;
  readonly #parts: readonly PathPart[];
  /** Names after a colon that starts no segment. Such a colon is text, so a param of that name is a mistake. */
  readonly #namesInText: readonly string[];

  constructor(path: string) {
    const parts: PathPart[] = [];
    const tokens: string[] = [];
    const namesInText: string[] = [];
    this.hasBraces = path.match(NAME_IN_BRACES) !== null;
    let end = 0;
    const names = this.hasBraces ? NAME_IN_BRACES : NAME_AFTER_COLON;
    for (const { 0: token, 1: name = '', index } of path.matchAll(names)) {
      if (this.hasBraces || path[index - 1] === '/') {
        parts.push({ text: path.slice(end, index), param: name, token });
        tokens.push(name);
        end = index + token.length;
      } else namesInText.push(name);
    }
    parts.push({ text: path.slice(end), param: undefined, token: '' });
    this.#parts = parts;
    this.tokens = tokens;
    this.#namesInText = namesInText.filter((name) => !tokens.includes(name));
  }

  /** The path with the values that can be sent in the places of their params; the others stay as they are written. */
  filledAsFar(fields: Fields, textOf = pathText): string {
    return this.#parts
      .map(({ text, param, token }) => text + (param ? (textOf(ownValue(fields, param)) ?? token) : ''))
      .join('');
  }

  /**
   * The path with the values in the places of its params. Throws a Refusal that names every unusable one.
   *
   * @param textOf The value as it is sent; undefined for one that can't be.
   */
  fill(fields: Fields, textOf = pathText): string {
    for (const name of this.#namesInText) {
      if (ownValue(fields, name) !== undefined)
        throw new Refusal(
          `The param "${name}" follows a colon inside a path segment, which is text: begin the segment with ":${name}", or rename the param.`,
        );
    }
    let path = '';
    const unusable: string[] = [];
    for (const { text, param } of this.#parts) {
      path += text;
      if (param === undefined) continue;
      const value = ownValue(fields, param);
      const sent = textOf(value);
      if (sent === undefined) unusable.push(`"${param}" (${describeUnusable(value)})`);
      else path += sent;
    }
    if (unusable.length > 0) {
      throw new Refusal(
        `Unusable path params: ${[...new Set(unusable)].join(', ')}. Each takes a non-empty string, a finite number, a bigint or a boolean.`,
      );
    }
    return path;
  }
}
