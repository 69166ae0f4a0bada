import { untilAborted } from '../core/internal.js';
import { recordCall, type RecordedCall, type Route, type RouteValue, signalOf, TableRoute } from './route.js';
import { requirePlatform } from './result-factories.js';

/** A stand-in for `fetch` that answers from a table of routes and remembers what it was asked. */
export interface MockFetch {
  /** The stub itself, to be passed as a client's `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** Every request so far, in order, answered or not. */
  readonly calls: readonly RecordedCall[];
  /** Puts the stub in place of the global fetch, until `restore()`. */
  install(): void;
  /** Puts back the global fetch that `install()` replaced. */
  restore(): void;
  /** Whether a route matches the request. It is not counted, and takes nothing from a sequence. */
  matches(request: globalThis.Request): boolean;
  /** How many requests the route with this key got. A key that is no route counts the requests that match it. */
  callCount(key: string): number;
  /** The newest request that the route with this key got. */
  lastCall(key: string): RecordedCall | undefined;
}

/** A stub of routes, whatever they are made of. */
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
      // Before the route is asked: a call that was aborted already takes nothing from a sequence.
      if (signal.aborted) throw signal.reason;
      return await untilAborted(route.answer(call, params), signal);
    }
    const keys = this.#routes.map(({ key }) => `"${key}"`).join(', ') || 'none';
    throw new Error(`No route matches ${call.method} ${call.url}. Defined routes: ${keys}.`);
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
    const asked = new TableRoute(key, () => new Response());
    return this.#calls.filter((call) => asked.match(call) !== undefined);
  }
}

/**
 * Makes a stand-in for `fetch`. Routes are asked in written order and the first match wins; only method and path are
 * compared. A request that none matches is answered by a rejection that names it and every route; one whose signal is
 * aborted, or aborts meanwhile, by the signal's reason.
 *
 * @param routes By key `"METHOD /path/:token"`.
 * @throws TypeError for a key without a space, and where the platform has no `Response` or `Headers`.
 */
export function mockFetch(routes: Readonly<Record<string, RouteValue>>): MockFetch {
  requirePlatform();
  return new FetchStub(Object.entries(routes).map(([key, value]) => new TableRoute(key, value)));
}
