import { markSafeText, untilAborted } from '../core/internal.js';
import { recordCall, type RecordedCall, type Route, type RouteValue, signalOf, TableRoute } from './route.js';
import { requirePlatform } from './result-factories.js';

/** A `fetch` stub that responds from a table of routes and records requests. */
export interface MockFetch {
  /** The stub, to pass as a client's `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** All requests so far, in order, including those without a matching route. */
  readonly calls: readonly RecordedCall[];
  /** Replaces the global fetch with the stub until `restore()`. */
  install(): void;
  /** Restores the global fetch that `install()` replaced. */
  restore(): void;
  /** Whether a route matches the request. Doesn't count the request or use up a response of a sequence. */
  matches(request: globalThis.Request): boolean;
  /**
   * Returns the number of requests for the route with this key. If no route has the key, counts the requests
   * that the key matches.
   */
  callCount(key: string): number;
  /** Returns the latest request for the route with this key; undefined without one. */
  lastCall(key: string): RecordedCall | undefined;
}

/** A `fetch` stub for routes of any type. */
export class FetchStub implements MockFetch {
  readonly #routes: readonly Route[];
  readonly #calls: RecordedCall[] = [];
  readonly #routeOf = new Map<RecordedCall, Route>();
  #replaced: typeof globalThis.fetch | undefined;

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  readonly fetch = async (
    input: string | URL | globalThis.Request,
    init?: RequestInit,
  ): Promise<Response> => {
    const call = recordCall(input, init);
    this.#calls.push(call);
    for (const route of this.#routes) {
      const params = route.match(call);
      if (!params) continue;
      this.#routeOf.set(call, route);
      const signal = signalOf(init);
      if (!signal) return route.answer(call, params);
      // Check before calling the route: an aborted request must not use up a response of a sequence.
      if (signal.aborted) throw signal.reason;
      return await untilAborted(route.answer(call, params), signal);
    }
    const keys = this.#routes.map(({ key }) => `"${key}"`).join(', ') || 'none';
    throw markSafeText(
      new Error(`No route matches ${call.method} ${call.url}. Defined routes: ${keys}.`),
      'the mock has no matching route: see error.body',
    );
  };

  get calls(): readonly RecordedCall[] {
    return this.#calls;
  }

  matches(request: globalThis.Request): boolean {
    const call = recordCall(request);
    return this.#routes.some((route) => route.match(call) !== undefined);
  }

  install(): void {
    this.#replaced ??= globalThis.fetch;
    globalThis.fetch = this.fetch;
  }

  restore(): void {
    if (this.#replaced) globalThis.fetch = this.#replaced;
    this.#replaced = undefined;
  }

  callCount(key: string): number {
    return this.#callsOf(key).length;
  }

  lastCall(key: string): RecordedCall | undefined {
    return this.#callsOf(key).at(-1);
  }

  #callsOf(key: string): RecordedCall[] {
    const defined = this.#routes.find((route) => route.key === key);
    if (defined) return this.#calls.filter((call) => this.#routeOf.get(call) === defined);
    const matcher = new TableRoute(key, () => new Response());
    return this.#calls.filter((call) => matcher.match(call) !== undefined);
  }
}

/**
 * Creates a `fetch` stub. Compares only the method and the path; the first matching route responds. Without a
 * match, fetch rejects with an error that names the request and every route. If the request's signal aborts,
 * fetch rejects with the signal's reason.
 *
 * @param routes Responses by key, `"METHOD /path/:token"`.
 * @throws TypeError for a key without a space, and if the platform has no `Response` or `Headers`.
 */
export function mockFetch(routes: Readonly<Record<string, RouteValue>>): MockFetch {
  requirePlatform();
  return new FetchStub(Object.entries(routes).map(([key, value]) => new TableRoute(key, value)));
}
