import type { Upload } from './node-api.js';

/** An undici Agent, Pool, Client, ProxyAgent, EnvHttpProxyAgent, MockAgent, or anything else that dispatches as they do. */
export interface Dispatcher {
  /** Sends one request and tells the handler what comes of it. */
  dispatch(options: object, handler: object): boolean;
}

/** Whether it can be handed a request. */
export const isDispatcher = (value: unknown): value is Dispatcher =>
  typeof (value as Partial<Dispatcher> | null | undefined)?.dispatch === 'function';

/** What can be sent without being asked how: undici takes it as it is. */
export type Payload = string | Uint8Array | Upload;

/** One request for a dispatcher. Nothing that somebody put on Object.prototype must be read as an option. */
export class DispatchOptions {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Payload | null;
  /** Redirects are not the dispatcher's business, whatever it was made with. */
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
 * The name under which undici 6 and 7 keep the global dispatcher; whatever is there is handed handlers of their older
 * shape by the platform's fetch. Newer ones keep a wrapper there, which speaks HTTP/1.1 only.
 */
const isWrapper = (legacy: Dispatcher): boolean => legacy.constructor.name === 'Dispatcher1Wrapper';

/**
 * The dispatcher behind the global fetch: Node's own, or what undici's `setGlobalDispatcher` put in its place. Looked
 * up at each request, as fetch does. Undefined in runtimes that have none.
 */
export function globalDispatcher(): Dispatcher | undefined {
  // Node makes it when one of the fetch globals is first touched.
  if (!(LEGACY in globalThis)) Reflect.get(globalThis, 'Response');
  const legacy = kept(LEGACY);
  return legacy && !isWrapper(legacy) ? legacy : (kept(NEWEST) ?? legacy);
}

/**
 * Whether it surely takes a handler of undici 6's shape: the platform's fetch hands nothing else to what stands under
 * the older name, and this dispatches as that does. Where interceptors stand in front of one, they are left the choice:
 * what they hand on in that shape has lost the bytes of its headers.
 */
export function takesOlder(dispatcher: Dispatcher): boolean {
  const prototype = Object.getPrototypeOf(dispatcher) as Partial<Dispatcher> | null;
  return dispatcher.dispatch === prototype?.dispatch && dispatcher.dispatch === kept(LEGACY)?.dispatch;
}

/**
 * The dispatcher that a `Request` was made with. undici 6 keeps it under a symbol that only has a name; later ones keep
 * it to themselves, and it is undefined here.
 */
export function ownDispatcher(request: globalThis.Request): Dispatcher | undefined {
  const key = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'dispatcher');
  const found: unknown = key && Reflect.get(request, key);
  return isDispatcher(found) ? found : undefined;
}
