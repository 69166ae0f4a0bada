import type { Upload } from './node-api.js';

/**
 * An undici Agent, Pool, Client, ProxyAgent, EnvHttpProxyAgent or MockAgent, or another object with the same
 * `dispatch` method.
 */
export interface Dispatcher {
  /** Sends one request and calls the handler with its events. */
  dispatch(options: object, handler: object): boolean;
}

/** Whether a value has a `dispatch` method. */
export const isDispatcher = (value: unknown): value is Dispatcher =>
  typeof (value as Partial<Dispatcher> | null | undefined)?.dispatch === 'function';

/** Body types that undici sends unchanged. */
export type Payload = string | Uint8Array | Upload;

/**
 * Options of one request for a dispatcher. Has a null prototype, so that no option is read from
 * `Object.prototype`.
 */
export class DispatchOptions {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Payload | null;
  /** Disables the dispatcher's own redirects. */
  readonly maxRedirections: number = 0;

  constructor(
    origin: string,
    path: string,
    method: string,
    headers: Readonly<Record<string, string>>,
    body: Payload | null,
  ) {
    this.origin = origin;
    this.path = path;
    this.method = method;
    this.headers = headers;
    this.body = body;
  }
}
Object.setPrototypeOf(DispatchOptions.prototype, null);

const LEGACY = Symbol.for('undici.globalDispatcher.1');
const NEWEST = Symbol.for('undici.globalDispatcher.2');

const GLOBALS = globalThis as unknown as Readonly<Record<symbol, unknown>>;

const kept = (key: symbol): Dispatcher | undefined => {
  const found = GLOBALS[key];
  return isDispatcher(found) ? found : undefined;
};

/**
 * Whether the global dispatcher is a wrapper that supports only HTTP/1.1. undici 6 and 7 store their
 * dispatcher under this symbol, and the platform's fetch passes it handlers with the older methods. Later
 * versions store a wrapper there.
 */
const isWrapper = (legacy: Dispatcher): boolean => legacy.constructor.name === 'Dispatcher1Wrapper';

/**
 * Returns the dispatcher of the global fetch: Node's own, or the one from undici's `setGlobalDispatcher`.
 * Looks it up for each request, as fetch does. Returns undefined in a runtime without one.
 */
export function globalDispatcher(): Dispatcher | undefined {
  // Node creates it on the first access to one of the fetch globals.
  if (!(LEGACY in globalThis)) Reflect.get(globalThis, 'Response');
  const legacy = kept(LEGACY);
  return legacy && !isWrapper(legacy) ? legacy : (kept(NEWEST) ?? legacy);
}

/**
 * Whether a dispatcher accepts a handler with the methods of undici 6. The platform's fetch passes only such
 * handlers to the dispatcher under the older symbol. Returns false behind interceptors: with these methods,
 * they lose the raw header bytes.
 */
export function takesOlder(dispatcher: Dispatcher): boolean {
  const prototype = Object.getPrototypeOf(dispatcher) as Partial<Dispatcher> | null;
  return dispatcher.dispatch === prototype?.dispatch && dispatcher.dispatch === kept(LEGACY)?.dispatch;
}

/**
 * Returns the dispatcher that a `Request` was created with. undici 6 stores it under a unique symbol with a
 * description. Returns undefined for later versions, which don't expose it.
 */
export function ownDispatcher(request: globalThis.Request): Dispatcher | undefined {
  const key = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'dispatcher');
  const found: unknown = key && Reflect.get(request, key);
  return isDispatcher(found) ? found : undefined;
}
