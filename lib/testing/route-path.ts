const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Without empty segments: trailing and doubled slashes don't count. */
const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** What of a segment a route has in its place: the params by name, decoded; undefined when it is another one. */
type SegmentMatch = (segment: string) => Record<string, string> | undefined;

/** A text, or a `:token` with a text behind it, as in `:id.json`. A token stands for one character at least. */
const colonSegment = (expected: string): SegmentMatch => {
  const segment = decode(expected);
  const [, token, text = segment] = /^:(\w+)(.*)$/s.exec(segment) ?? [];
  if (token === undefined) return (encoded) => (decode(encoded) === text ? {} : undefined);
  return (encoded) => {
    const given = decode(encoded);
    const isLike = given.endsWith(text) && given.length > text.length;
    return isLike ? { [token]: given.slice(0, given.length - text.length) } : undefined;
  };
};

/** As it is written, or as a URL parser would write it. */
const asPattern = (text: string): string =>
  [text, encodeURI(text)].map((each) => each.replace(/[^\w-]/g, '\\$&')).join('|');

/** Texts around `{token}`s. Looked for before decoding: what a value has in it is encoded, and the texts are not. */
const bracedSegment = (expected: string): SegmentMatch => {
  // Texts and names take turns.
  const pieces = expected.split(/\{([^{}/"]+)\}/);
  const names = pieces.filter((_piece, at) => at % 2 === 1);
  const pattern = pieces.map((piece, at) => (at % 2 === 1 ? '(.+)' : `(?:${asPattern(piece)})`)).join('');
  const expression = new RegExp(`^${pattern}$`, 's');
  return (encoded) => {
    const found = expression.exec(encoded);
    return found
      ? Object.fromEntries(names.map((name, at): [string, string] => [name, decode(found[at + 1] ?? '')]))
      : undefined;
  };
};

/** The path of a route, read as an endpoint's is: its params stand in braces, or behind colons. */
export class RoutePath {
  readonly #segments: readonly SegmentMatch[];

  constructor(path: string) {
    const hasBraces = /\{[^{}/"]+\}/.test(path);
    this.#segments = segmentsOf(path).map((segment) =>
      hasBraces ? bracedSegment(segment) : colonSegment(segment),
    );
  }

  /** The decoded params of a URL's path when it is like this one, else undefined. */
  match(path: string): Record<string, string> | undefined {
    const segments = segmentsOf(path);
    if (segments.length !== this.#segments.length) return undefined;
    const params: [string, string][] = [];
    for (const [at, matches] of this.#segments.entries()) {
      const found = matches(segments[at] ?? '');
      if (!found) return undefined;
      params.push(...Object.entries(found));
    }
    return Object.fromEntries(params);
  }
}
