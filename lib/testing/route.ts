import { describeType } from '../core/seats.js';
import { type RecordedCall, signalOf } from './recorded-call.js';
import { RoutePath } from './route-path.js';

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
const pathOf = (url: string): string =>
  url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');

/** With the type that fetch would send it under: a form's parts are told apart by what stands in it. */
const responseOf = ({ body, headers }: RecordedCall): Response => {
  const response = new Response(body);
  const type = headers.get('content-type');
  if (type !== null) response.headers.set('content-type', type);
  return response;
};

/** What a relative URL is asked of where there is no page: a platform `Request` takes none by itself. */
const BASE = 'http://localhost/';

/** A platform `Request`, undefined where none can be made: of a stream, say, which it would use up. */
const platformRequest = ({
  method,
  url: given,
  headers,
  body,
}: RecordedCall): globalThis.Request | undefined => {
  try {
    const isStream = typeof ReadableStream === 'function' && body instanceof ReadableStream;
    const url = new URL(given, BASE).href;
    return isStream ? undefined : new globalThis.Request(url, { method, headers, body: body ?? null });
  } catch {
    return undefined;
  }
};

const asRouteRequest = (call: RecordedCall): RouteRequest => {
  // Its own, and not the platform's: that would leave a listener on the signal, and has every body as a stream.
  const seen = { ...call, signal: signalOf(call.init) ?? new AbortController().signal };
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

/** One line of the stub's table. */
export class Route {
  /** As written, for messages. */
  readonly key: string;
  readonly #method: string;
  readonly #path: RoutePath;
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
    this.#path = new RoutePath(pathOf(path));
    this.#answers = Array.isArray(value)
      ? (value as readonly (Response | RouteHandler)[])
      : [value as Response | RouteHandler];
  }

  /** The decoded tokens when the route answers this request, else undefined. A route without answers has none. */
  match({ method, url }: RecordedCall): Record<string, string> | undefined {
    if (method !== this.#method || this.#answers.length === 0) return undefined;
    return this.#path.match(pathOf(url));
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
