import { describeType } from '../platform/describe-type.js';
import type { Fields } from './fields.js';
import { Refusal } from './refusal.js';

/** Why the value can't stand in a path; undefined when it can. */
const misfit = (value: unknown): string | undefined => {
  if (value === undefined) return 'missing';
  // A URL parser resolves both away, encoded or not, and the request would reach another path.
  if (value === '.' || value === '..') return `"${value}"`;
  const usable =
    typeof value === 'number' ? Number.isFinite(value) : /^(st|b)/.test(typeof value) && value !== '';
  return usable ? undefined : describeType(value);
};

const encode = (token: string, value: string): string => {
  try {
    return encodeURIComponent(value);
  } catch {
    throw new Refusal(
      `Path param "${token}" has a lone surrogate, which has no UTF-8 form: pass well-formed text.`,
    );
  }
};

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** The path of an endpoint, split once at its `:name` tokens. Rules: specification 4.2, 1 to 4. */
export class PathTemplate {
  /** Names of the path params, each once. */
  readonly tokens: readonly string[];
  /** Texts and token names in turn, beginning and ending with a text; the slash before a token belongs to neither. */
  readonly #parts: readonly string[];
  /** Names after a colon that starts no segment: that colon is text, so a param of that name is a mistake. */
  readonly #colonTexts: readonly string[];

  /** @param path Begins with one slash; without a query. */
  constructor(path: string) {
    this.#parts = path.split(/\/:(\w+)/);
    this.tokens = [...new Set(this.#parts.filter((_, at) => at % 2 === 1))];
    this.#colonTexts = Array.from(path.matchAll(/:(\w+)/g), (found) => found[1] ?? '').filter(
      (name) => !this.tokens.includes(name),
    );
  }

  /** The path with every token filled. Throws a Refusal that names every param which can't be used. */
  fill(fields: Fields): string {
    this.#refuseColonTexts(fields);
    let path = '';
    let wrong: Set<string> | undefined;
    for (let at = 0; at < this.#parts.length; at += 2) {
      path += this.#parts[at] ?? '';
      const token = this.#parts[at + 1];
      if (token === undefined) break;
      const value = Object.hasOwn(fields, token) ? fields[token] : undefined;
      const reason = misfit(value);
      if (reason === undefined) path += `/${encode(token, value as string)}`;
      else (wrong ??= new Set()).add(`"${token}" (${reason})`);
    }
    if (wrong)
      throw new Refusal(
        `Unusable path params: ${[...wrong].join(', ')}. Pass a non-empty string, a finite number, a bigint or a boolean for each.`,
      );
    return path;
  }

  #refuseColonTexts(fields: Fields): void {
    const names = this.#colonTexts.filter(
      (name) => Object.hasOwn(fields, name) && fields[name] !== undefined,
    );
    if (names.length > 0) {
      throw new Refusal(
        `The params ${quoted(names)} follow a colon that starts no path segment, so the path has no place for them: begin a segment with the colon, or rename the param.`,
      );
    }
  }
}
