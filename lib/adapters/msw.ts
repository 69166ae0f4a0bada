/** A stub, as `mockFetch` and `mockApi` of `homing/testing` make it. */
interface Stub {
  /** Answers a request. */
  /** Answers a request, and records it. */
  readonly fetch: (request: string | globalThis.Request, init?: RequestInit) => Promise<Response>;
  /** Whether a route answers it. */
  /** Whether a route is there for a request. */
  readonly matches: (request: globalThis.Request) => boolean;
}

/** What MSW hands to a predicate and to a resolver, as far as this goes. */
interface Intercepted {
  /** As MSW caught it. */
  readonly request: globalThis.Request;
}

/** A predicate and a resolver of MSW, 2 and 3. */
export type MswHandler = [
  predicate: (intercepted: Intercepted) => boolean,
  resolver: (intercepted: Intercepted) => Promise<Response>,
];

const TEXT = /[/+](?:json|xml)\b|^text\/|x-www-form-urlencoded/i;

/** The form that a request has; undefined where its body is none. */
const formOf = async (request: globalThis.Request): Promise<FormData | undefined> => {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) return undefined;
  return request
    .clone()
    .formData()
    .catch(() => undefined);
};

/** With its text or its form, as the client sent it: MSW has every body as a stream, which can be read once. */
const ask = async (stub: Stub, request: globalThis.Request): Promise<Response> => {
  const { url, method, headers } = request;
  if (TEXT.test(headers.get('content-type') ?? ''))
    return stub.fetch(url, { method, headers, body: await request.text() });
  const form = await formOf(request);
  if (!form) return stub.fetch(request);
  const own = new Headers(headers);
  // It names what separates the parts, and whoever writes the form again separates them by something else.
  own.delete('content-type');
  return stub.fetch(url, { method, headers: own, body: form });
};

/**
 * The routes of a stub as a handler of MSW: `http.all(...mswHandler(mock))`. Requests that no route matches go on to the
 * other handlers. Paths are matched by homing, as MSW reads some of them otherwise (`/operations/:name:cancel`).
 *
 * @param mock What `mockFetch` or `mockApi` gives: it counts these requests, too.
 */
export function mswHandler(mock: Stub): MswHandler {
  return [({ request }) => mock.matches(request), ({ request }) => ask(mock, request)];
}
