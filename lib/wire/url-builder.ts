import { describeType } from '../platform/describe-type.js';
import type { Fields } from './fields.js';
import { Refusal } from './refusal.js';
import { isScalar } from './scalar.js';

/** A fragment is never sent, and a URL parser drops tabs and line ends wherever they stand: `/\t/host` names a host. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const UNSENDABLE = /[#\0-\x1F\x7F]/;

/** Empty, or resolved away by a URL parser, encoded or not; or without a UTF-8 form. */
const UNUSABLE = /^\.{0,2}$|\p{Cs}/u;

const checkUrl = (name: string, url: string): void => {
  const [found] = UNSENDABLE.exec(url) ?? [];
  if (found === undefined) return;
  // Without the query, which may hold a key: the sentence gets logged.
  const shown = JSON.stringify(url.replace(/\?[^#]*/, '?…'));
  throw new Refusal(`The ${name} ${shown} has ${JSON.stringify(found)}, which is never sent: take it out, or percent-encode it.`);
};

/** `baseUrl` and a path, read once, as a function from params to a URL. Rules: specification 4.2, contract 4. */
export class UrlBuilder {
  /** The unfilled path joined to `baseUrl`: what errors name when no better URL could be built. */
  readonly template: string;
  /** Names of the path params, each once. */
  readonly tokens: readonly string[];
  readonly #given: { readonly baseUrl: string; readonly path: string };
  /** Texts and token names in turn; the slash before a token belongs to neither. */
  readonly #parts: readonly string[];
  /** The fixed query of `baseUrl` and path, with its `?`. */
  readonly #query: string;
  /** Names after a colon that starts no segment: that colon is text, so a param of that name is a mistake. */
  readonly #colonTexts: readonly string[];
  readonly #queryToken: string | undefined;

  constructor(baseUrl: string, path: string) {
    const [base, baseQuery] = baseUrl.split(/\?(.*)/s);
    const [route, pathQuery] = path.split(/\?(.*)/s);
    const query = [baseQuery, pathQuery].filter(Boolean).join('&');
    const root = base!.replace(/\/+$/, '');
    ...
  }
}
