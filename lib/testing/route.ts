import { describeType, isPlain, isWebStream } from '../core/internal.js';
import { ownInit } from '../features/fetch-wrappers/around-fetch.js';

/** A request that the stub received. */
export interface RecordedCall {
  /** HTTP method in upper case. */
  readonly method: string;
  /** URL as passed to fetch. */
  readonly url: string;
  /** Headers of the init, or else of the platform `Request`. */
  readonly headers: Headers;
  /** Body as passed to fetch, for example the JSON string or the `FormData`; null without a body. */
  readonly body: RequestInit['body'];
  /** Copy of the init that was passed to fetch, including its headers; `{}` without an init. */
  readonly init: RequestInit;
}

/** Returns the signal that was passed to fetch. */
export const signalOf = (init: RequestInit = {}): AbortSignal | null | undefined => ownInit(init).signal;

const copyOfHeaders = (headers: HeadersInit): HeadersInit => {
  if (Array.isArray(headers)) return headers.map(([name, value]): [string, string] => [name, value]);
  return isPlain(headers) ? { ...(headers as Record<string, string>) } : new Headers(headers);
};

/**
 * Copies the init, because a middleware that sends again changes the same object. The record of the earlier
 * attempt must not change.
 */
const copyOfInit = (init: RequestInit): RequestInit =>
  isPlain(init) ? { ...init, ...(init.headers && { headers: copyOfHeaders(init.headers) }) } : init;

/** Converts the arguments of fetch to a record. Accepts a URL and an init, or a platform `Request`. */
export function recordCall(input: string | URL | globalThis.Request, given: RequestInit = {}): RecordedCall {
  const init = ownInit(given);
  const request = typeof input === 'string' || input instanceof URL ? undefined : input;
  return {
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    url: request ? request.url : (input as string | URL).toString(),
    headers: new Headers(init.headers ?? request?.headers),
    body: init.body ?? request?.body ?? null,
    init: copyOfInit(init),
  };
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Splits a path into segments. Drops empty ones, so that trailing and doubled slashes don't count. */
const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** Returns a pattern for a text as written, and as a URL parser or a client would encode it. */
const asPattern = (text: string): string => {
  const plain = decode(text);
  const spellings = [text, plain, encodeURI(plain), encodeURIComponent(plain)];
  return spellings.map((each) => each.replace(/[^\w-]/g, '\\$&')).join('|');
};

/** The path of a route, parsed like an endpoint's path: params are `{name}` or `:name`. */
export class RoutePath {
  /** Names of the params, from left to right. */
  readonly names: readonly string[];
  /** Number of segments that consist of a param only. */
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
      // Literal text and names alternate. Match before decoding, because a value is encoded.
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

  /** Number of segments. */
  get length(): number {
    return this.#segments.length;
  }

  /** Returns the decoded params if the last segments of a path match, else undefined. */
  matchEnd(path: string): Record<string, string> | undefined {
    const segments = segmentsOf(path);
    const before = segments.length - this.length;
    return before < 0 ? undefined : this.match(segments.slice(before).join('/'));
  }

  /** Returns the decoded params if a URL path matches, else undefined. */
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

/** The request that a route responds to. Its body can be read as on a platform `Request`. */
export interface RouteRequest extends RecordedCall {
  /** Resolves with the body as a string. */
  text(): Promise<string>;
  /** Resolves with the body parsed as JSON. */
  json(): Promise<unknown>;
  /** Resolves with the body parsed as a form. Rejects if the body is not a form. */
  formData(): Promise<FormData>;
  /** The signal that was passed to fetch. Without one, a signal that never aborts. */
  readonly signal: AbortSignal;
}

/** Argument of a route function. */
export interface RouteContext {
  /** The decoded `:name` and `{name}` params of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** The recorded request, with `text()` and `json()`. */
  readonly request: RouteRequest;
}

/** Responds to a request. If it throws, fetch rejects with the error. */
export type RouteHandler = (context: RouteContext) => Response | Promise<Response>;

/**
 * Response of a route: a `Response`, which is cloned for each request, a function, or an array of these. The
 * last item of an array repeats.
 */
export type RouteValue = Response | RouteHandler | readonly (Response | RouteHandler)[];

/** Returns the path of an absolute or relative URL. */
export const pathOf = (url: string): string =>
  url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');

/** Base for relative URLs outside a page: a platform `Request` requires an absolute URL. */
const BASE = 'http://localhost/';

/**
 * Returns a URL as a platform `Request` normalizes it: resolved against the page, with a lowercase ASCII host
 * and no default port.
 */
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

/**
 * Returns a function that removes the base from a URL. Compares the base as written and as the platform
 * normalizes it for MSW.
 */
export function behind(baseUrl: string): (url: string) => string | undefined {
  const written = withoutSlashes(baseUrl.replace(/[?#].*$/s, ''));
  const whole = withoutSlashes(absolute(`${written}/`));
  const rest = (url: string, base: string): string | undefined => {
    const after = url.startsWith(base) ? url.slice(base.length) : undefined;
    return after === undefined || /^[^/?#]/.test(after) ? undefined : after;
  };
  return (url) => rest(url, written) ?? rest(absolute(url), whole);
}

/**
 * Creates a response to read a body with the content type that fetch would send. The type contains the
 * boundary of a form.
 */
const responseOf = ({ body, headers }: RecordedCall): Response => {
  const response = new Response(body);
  const type = headers.get('content-type');
  if (type !== null) response.headers.set('content-type', type);
  return response;
};

/**
 * Creates a platform `Request`; undefined if that is not possible. For example, it would consume a stream.
 */
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
  // Use the original signal: a platform `Request` would add a listener to it, and has only a stream as its
  // body.
  const seen = { ...call, signal: signalOf(call.init) ?? new AbortController().signal };
  const request = platformRequest(call);
  if (request) {
    const members = Object.getOwnPropertyDescriptors({ ...seen, headers: request.headers });
    return Object.defineProperties(request, members) as unknown as RouteRequest;
  }
  return {
    ...seen,
    text: () => responseOf(call).text(),
    json: () => responseOf(call).json() as Promise<unknown>,
    formData: () => responseOf(call).formData(),
  };
};

/** A route of a stub. */
export abstract class Route {
  /** Name of the route in messages and counts. */
  readonly key: string;
  readonly #method: string;
  readonly #answers: readonly (Response | RouteHandler)[];
  #served = 0;

  constructor(key: string, method: string, value: RouteValue) {
    this.key = key;
    this.#method = method.toUpperCase();
    this.#answers = ([] as readonly (Response | RouteHandler)[]).concat(value);
  }

  /**
   * Returns the decoded params if the route matches this request, else undefined. A route without responses
   * never matches.
   */
  match({ method, url }: RecordedCall): Record<string, string> | undefined {
    return method === this.#method && this.#answers.length > 0 ? this.tokensIn(url) : undefined;
  }

  protected abstract tokensIn(url: string): Record<string, string> | undefined;

  /** Returns the next response of the route. */
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

/** One route of `mockFetch`. */
export class TableRoute extends Route {
  readonly #path: RoutePath;

  /**
   * Creates a route.
   *
   * @throws TypeError if the key has no space between the method and the path.
   */
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
