/** A stub, as `mockFetch` and `mockApi` from `homing/testing` create it. */
interface Stub {
  /** Responds to a request and records it. */
  readonly fetch: (request: string | globalThis.Request, init?: RequestInit) => Promise<Response>;
  /** Whether a route matches a request. */
  readonly matches: (request: globalThis.Request) => boolean;
}

/** Argument of an MSW predicate and resolver; only the part that is used here. */
interface Intercepted {
  /** The intercepted request. */
  readonly request: globalThis.Request;
}

/** Predicate and resolver of an MSW handler, for MSW 2 and 3. */
export type MswHandler = [
  predicate: (intercepted: Intercepted) => boolean,
  resolver: (intercepted: Intercepted) => Promise<Response>,
];

const TEXT = /[/+](?:json|xml)\b|^text\/|x-www-form-urlencoded/i;

/** Returns the form in the body of a request; undefined if the body is not a form. */
const formOf = async (request: globalThis.Request): Promise<FormData | undefined> => {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) return undefined;
  return request
    .clone()
    .formData()
    .catch(() => undefined);
};

/**
 * Passes a request to the stub, with its text or form as the client sent it. In MSW, every body is a stream
 * that can be read only once.
 */
const ask = async (stub: Stub, request: globalThis.Request): Promise<Response> => {
  const { url, method, headers } = request;
  if (TEXT.test(headers.get('content-type') ?? ''))
    return stub.fetch(url, { method, headers, body: await request.text() });
  const form = await formOf(request);
  if (!form) return stub.fetch(request);
  const own = new Headers(headers);
  // The type contains the boundary. Encoding the form again creates another one.
  own.delete('content-type');
  return stub.fetch(url, { method, headers: own, body: form });
};

/**
 * Returns the routes of a stub as an MSW handler: `http.all(...mswHandler(mock))`. Other handlers get the
 * requests that no route matches. homing matches the paths, because MSW reads some of them differently, such
 * as `/operations/:name:cancel`.
 *
 * @param mock The return value of `mockFetch` or `mockApi`. It also counts these requests.
 */
export function mswHandler(mock: Stub): MswHandler {
  return [({ request }) => mock.matches(request), ({ request }) => ask(mock, request)];
}
