import { nullProto, describeType, isPlain, isWebStream } from '../core/internal.js';
import { ownInit } from '../features/fetch-wrappers/around-fetch.js';

/** One request as the stub was asked for it. */
export interface RecordedCall {
  /** In upper case. */
  readonly method: string;
  /** As handed to fetch. */
  readonly url: string;
  /** Those of the init, else those of the platform `Request`. */
  readonly headers: Headers;
  /** As handed to fetch (the JSON text, the `FormData` object); null when there is none. */
  readonly body: RequestInit['body'];
  /** A copy of what fetch was called with, its headers copied too; empty when there was none. */
  readonly init: RequestInit;
}

/** The signal that fetch was given. */
export const signalOf = (init: RequestInit = {}): AbortSignal | null | undefined => ownInit(init).signal;

const copyOfHeaders = (headers: HeadersInit): HeadersInit => {
  if (Array.isArray(headers)) return headers.map(([name, value]): [string, string] => [name, value]);
  return isPlain(headers) ? { ...(headers as Record<string, string>) } : new Headers(headers);
};

/** A middleware that sends again changes the same objects: the record of an earlier attempt must not follow. */
const copyOfInit = (init: RequestInit): RequestInit => {
  if (!isPlain(init)) return init;
  const headers = Object.hasOwn(init, 'headers') ? init.headers : undefined;
  return headers ? { ...init, headers: copyOfHeaders(headers) } : { ...init };
};

/** Reads what fetch was called with: a URL and an init, or a platform `Request`. */
export function recordCall(input: string | URL | globalThis.Request, given: RequestInit = {}): RecordedCall {
  const init = ownInit(given);
  const request = typeof input === 'string' || input instanceof URL ? undefined : input;
  return {
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    url: request ? request.url : (input as string | URL).toString(),
    headers: new Headers(init.headers ?? request?.headers),
    body: init.body ?? request?.body ?? null,
    init: copyOfInit(given),
  };
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Without empty segments: trailing and doubled slashes don't count. */
const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** As it is written, and as a URL parser or a client would write it. */
const asPattern = (text: string): string => {
  const plain = decode(text);
  const spellings = [text, plain, encodeURI(plain), encodeURIComponent(plain)];
  return spellings.map((each) => each.replace(/[^\w-]/g, '\\$&')).join('|');
};

/** The path of a route, read as an endpoint's is: its params stand in braces, or behind colons. */
export class RoutePath {
  /** The names in it, from left to right. */
  readonly names: readonly string[];
  /** How many of its segments are a name and no text. */
  readonly open: number;
  readonly #segments: readonly {
    readonly names: readonly string[];
    readonly isOpen: boolean;
    readonly pattern: RegExp;
  }[];

  constructor(path: string) {
    const braces = /\{([^{}/"]+)\}/;
    const token = braces.test(path) ? braces : /^:(\w+)/;
    this.#segments = segmentsOf(path).map((segment) => {
      // Texts and names take turns. A value is looked for before decoding: what it has in it is encoded.
      const pieces = segment.split(token);
      const patterns = pieces.map((piece, at) => (at % 2 === 1 ? '(.+)' : `(?:${asPattern(piece)})`));
      return {
        names: pieces.filter((_piece, at) => at % 2 === 1),
        isOpen: pieces.length === 3 && pieces[0] === '' && pieces[2] === '',
        pattern: new RegExp(`^${patterns.join('')}$`, 's'),
      };
    });
    this.names = this.#segments.flatMap(({ names }) => names);
    this.open = this.#segments.filter(({ isOpen }) => isOpen).length;
  }

  /** How many segments it has. */
  get length(): number {
    return this.#segments.length;
  }

  /** The same for the last segments of a path, whatever stands before them. */
  matchEnd(path: string): Record<string, string> | undefined {
    const segments = segmentsOf(path);
    const before = segments.length - this.length;
    return before < 0 ? undefined : this.match(segments.slice(before).join('/'));
  }

  /** The decoded params of a URL's path when it is like this one, else undefined. */
  match(path: string): Record<string, string> | undefined {
    const segments = segmentsOf(path);
    if (segments.length !== this.#segments.length) return undefined;
    const params: [string, string][] = [];
    for (const [at, { names, pattern }] of this.#segments.entries()) {
      const found = pattern.exec(segments[at] ?? '');
      if (!found) return undefined;
      params.push(...names.map((name, n): [string, string] => [name, decode(found[n + 1] ?? '')]));
    }
    return Object.fromEntries(params);
  }
}

/** The request that a route answers, with its body readable as on a platform `Request`. */
export interface RouteRequest extends RecordedCall {
  /** The body as text. */
  text(): Promise<string>;
  /** The body as JSON. */
  json(): Promise<unknown>;
  /** The body as a form. Rejects for a body that is none. */
  formData(): Promise<FormData>;
  /** The signal that fetch was given; one that never aborts where there was none. */
  readonly signal: AbortSignal;
}

/** What a route function is called with. */
export interface RouteContext {
  /** The path's `:token` and `{token}` params, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The request as it was recorded, with `text()` and `json()`. */
  readonly request: RouteRequest;
}

/** Answers a request. What it throws is what fetch rejects with. */
export type RouteHandler = (context: RouteContext) => Response | Promise<Response>;

/** A route's answer: a `Response`, served again and again, a function, or a sequence of either whose last repeats. */
export type RouteValue = Response | RouteHandler | readonly (Response | RouteHandler)[];

/** The path of a URL, which may be relative. */
export const pathOf = (url: string): string =>
  url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');

/** What a relative URL is asked of where there is no page: a platform `Request` takes none by itself. */
const BASE = 'http://localhost/';

/** As a platform `Request` has it: with the page's origin, a host in lower case, no default port, and in ASCII. */
const absolute = (url: string): string => {
  const page = (globalThis as { readonly location?: { readonly href: string } }).location;
  try {
    return new URL(url, page?.href ?? BASE).href;
  } catch {
    return url;
  }
};

const withoutSlashes = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};

/** What stands in a URL behind a base, both as they are written and as the platform hands them to MSW. */
export function behind(baseUrl: string): (url: string) => string | undefined {
  const written = withoutSlashes(baseUrl.replace(/[?#].*$/s, ''));
  const whole = withoutSlashes(absolute(`${written}/`));
  const rest = (url: string, base: string): string | undefined => {
    const after = url.startsWith(base) ? url.slice(base.length) : undefined;
    return after === undefined || /^[^/?#]/.test(after) ? undefined : after;
  };
  return (url) => rest(url, written) ?? rest(absolute(url), whole);
}

/** With the type that fetch would send it under: a form's parts are told apart by what stands in it. */
const responseOf = ({ body, headers }: RecordedCall): Response => {
  const response = new Response(body);
  const type = headers.get('content-type');
  if (type !== null) response.headers.set('content-type', type);
  return response;
};

/** A platform `Request`, undefined where none can be made: of a stream, say, which it would use up. */
const platformRequest = ({
  method,
  url,
  headers,
  body = null,
}: RecordedCall): globalThis.Request | undefined => {
  if (isWebStream(body)) return undefined;
  try {
    return new globalThis.Request(new URL(url, BASE), { method, headers, body });
  } catch {
    return undefined;
  }
};

const asRouteRequest = (call: RecordedCall): RouteRequest => {
  // Its own, and not the platform's: that would leave a listener on the signal, and has every body as a stream.
  const seen = { ...call, signal: signalOf(call.init) ?? new AbortController().signal };
  const request = platformRequest(call);
  if (request) {
    const members = Object.getOwnPropertyDescriptors(nullProto({ ...seen, headers: request.headers }));
    return Object.defineProperties(request, members) as unknown as RouteRequest;
  }
  return {
    ...seen,
    text: () => responseOf(call).text(),
    json: () => responseOf(call).json() as Promise<unknown>,
    formData: () => responseOf(call).formData(),
  };
};

/** What a stub asks for an answer. */
export abstract class Route {
  /** As messages and counts name it. */
  readonly key: string;
  readonly #method: string;
  readonly #answers: readonly (Response | RouteHandler)[];
  #served = 0;

  constructor(key: string, method: string, value: RouteValue) {
    this.key = key;
    this.#method = method.toUpperCase();
    this.#answers = ([] as readonly (Response | RouteHandler)[]).concat(value);
  }

  /** The decoded tokens when the route answers this request, else undefined. A route without answers has none. */
  match({ method, url }: RecordedCall): Record<string, string> | undefined {
    return method === this.#method && this.#answers.length > 0 ? this.tokensIn(url) : undefined;
  }

  protected abstract tokensIn(url: string): Record<string, string> | undefined;

  /** The next answer of the route. */
  async answer(call: RecordedCall, params: Readonly<Record<string, string>>): Promise<Response> {
    const answer = this.#answers[Math.min(this.#served, this.#answers.length - 1)];
    this.#served += 1;
    const response: unknown =
      typeof answer === 'function' ? await answer({ params, request: asRouteRequest(call) }) : answer;
    if (typeof (response as Response | undefined)?.clone === 'function')
      return (response as Response).clone();
    throw new TypeError(
      `The route "${this.key}" returned ${describeType(response)}: use jsonResponse() or new Response().`,
    );
  }
}

/** One line of the table of `mockFetch`. */
export class TableRoute extends Route {
  readonly #path: RoutePath;

  /** @throws TypeError when the key has no space between a method and a path. */
  constructor(key: string, value: RouteValue) {
    const [, method, path] = /^(\S+)\s+(.+)$/.exec(key.trim()) ?? [];
    if (method === undefined || path === undefined) {
      throw new TypeError(
        `The route "${key}" has no space: use a method and a path, such as "GET /users/:id".`,
      );
    }
    super(key, method, value);
    this.#path = new RoutePath(pathOf(path));
  }

  protected tokensIn(url: string): Record<string, string> | undefined {
    return this.#path.match(pathOf(url));
  }
}
