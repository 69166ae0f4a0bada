import { describeType } from '../core/platform/describe-type.js';
import type { RecordedCall } from './recorded-call.js';

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
  /** The path's `:token` segments, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** The request as it was recorded, with `text()` and `json()`. */
  readonly request: RouteRequest;
}

/** Answers a request. What it throws is what fetch rejects with. */
export type RouteHandler = (context: RouteContext) => Response | Promise<Response>;

/** A route's answer: a `Response`, served again and again, a function, or a sequence of either whose last repeats. */
export type RouteValue = Response | RouteHandler | readonly (Response | RouteHandler)[];

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Without empty segments: trailing and doubled slashes don't count. */
const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean).map(decode);

/** The path of a URL, which may be relative. */
const pathOf = (url: string): string =>
  url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');

/** With the type that fetch would send it under: a form's parts are told apart by what stands in it. */
const responseOf = ({ body, headers }: RecordedCall): Response => {
  const response = new Response(body);
  const type = headers.get('content-type');
  if (type !== null) response.headers.set('content-type', type);
  return response;
};

/** A platform `Request`, undefined where none can be made: of a relative URL, say, or of a stream, which it would use up. */
const platformRequest = ({ method, url, headers, body }: RecordedCall): globalThis.Request | undefined => {
  try {
    const isStream = typeof ReadableStream === 'function' && body instanceof ReadableStream;
    return isStream ? undefined : new globalThis.Request(url, { method, headers, body: body ?? null });
  } catch {
    return undefined;
  }
};

const asRouteRequest = (call: RecordedCall): RouteRequest => {
  // Its own, and not the platform's: that would leave a listener on the signal, and has every body as a stream.
  const seen = { ...call, signal: call.init.signal ?? new AbortController().signal };
  const request = platformRequest(call);
  if (request) {
    const members = Object.entries({ ...seen, headers: request.headers });
    return Object.defineProperties(
      request,
      Object.fromEntries(members.map(([name, value]) => [name, { value, enumerable: true }])),
    ) as unknown as RouteRequest;
  }
  return {
    ...seen,
    text: () => responseOf(call).text(),
    json: () => responseOf(call).json() as Promise<unknown>,
    formData: () => responseOf(call).formData(),
  };
};

/** A segment of a route's path: a text, or a `:token` with a text behind it, as in `:id.json`. */
interface Segment {
  readonly token: string | undefined;
  readonly text: string;
}

const readSegment = (segment: string): Segment => {
  const [, token, text = segment] = /^:(\w+)(.*)$/s.exec(segment) ?? [];
  return { token, text };
};

/** Whether a segment of a URL is what the route has in its place; a token stands for one character at least. */
const isLike = ({ token, text }: Segment, segment: string): boolean =>
  token === undefined ? segment === text : segment.endsWith(text) && segment.length > text.length;

/** One line of the stub's table. */
export class Route {
  /** As written, for messages. */
  readonly key: string;
  readonly #method: string;
  readonly #segments: readonly Segment[];
  readonly #answers: readonly (Response | RouteHandler)[];
  #served = 0;

  /** @throws TypeError when the key has no space between a method and a path. */
  constructor(key: string, value: RouteValue) {
    const [, method, path] = /^(\S+)\s+(.+)$/.exec(key.trim()) ?? [];
    if (method === undefined || path === undefined) {
      throw new TypeError(
        `The route "${key}" has no space: write a method and a path, such as "GET /users/:id".`,
      );
    }
    this.key = key;
    this.#method = method.toUpperCase();
    this.#segments = segmentsOf(pathOf(path)).map(readSegment);
    this.#answers = Array.isArray(value)
      ? (value as readonly (Response | RouteHandler)[])
      : [value as Response | RouteHandler];
  }

  /** The decoded tokens when the route answers this request, else undefined. A route without answers has none. */
  match({ method, url }: RecordedCall): Record<string, string> | undefined {
    if (method !== this.#method || this.#answers.length === 0) return undefined;
    const segments = segmentsOf(pathOf(url));
    if (segments.length !== this.#segments.length) return undefined;
    const params: Record<string, string> = {};
    for (const [at, expected] of this.#segments.entries()) {
      const segment = segments[at] ?? '';
      if (!isLike(expected, segment)) return undefined;
      const { token, text } = expected;
      if (token !== undefined) params[token] = segment.slice(0, segment.length - text.length);
    }
    return params;
  }

  /** The next answer of the route. */
  async answer(call: RecordedCall, params: Readonly<Record<string, string>>): Promise<Response> {
    const answer = this.#answers[Math.min(this.#served, this.#answers.length - 1)];
    this.#served += 1;
    const response: unknown =
      typeof answer === 'function' ? await answer({ params, request: asRouteRequest(call) }) : answer;
    if (typeof (response as Response | undefined)?.clone === 'function')
      return (response as Response).clone();
    throw new TypeError(
      `The route "${this.key}" gave ${describeType(response)}, which is no Response: use jsonResponse() or new Response().`,
    );
  }
}
