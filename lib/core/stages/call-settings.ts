import { isObject } from '../platform/is-object.js';
import type { FetchOptions, HeaderRecord } from '../wire/fetch-options.js';
import type { CarriedContext } from './carried-context.js';
import type { MiddlewareEntry, Plugin } from './plugin.js';

/** What the options of a call come to, all levels merged; nothing is the caller's any more. */
export interface CallSettings {
  readonly headers: HeaderRecord;
  readonly fetchOptions: FetchOptions;
  readonly middleware: readonly MiddlewareEntry[];
  /** Whole milliseconds; 0 for no deadline, undefined where no level says anything. */
  readonly timeout: number | undefined;
  /** The caller's own. */
  readonly signal: AbortSignal | undefined;
  /** Those of the copies of the client that the call is made through: each ends it, too. */
  readonly copySignals: readonly AbortSignal[];
  /** Frozen. */
  readonly context: CarriedContext;
}

/** A plugin that stands around the wire. */
type ExchangePlugin = Plugin & Required<Pick<Plugin, 'exchange'>>;

const isExchange = (entry: MiddlewareEntry): entry is ExchangePlugin => {
  try {
    return isObject(entry) && typeof (entry as Partial<ExchangePlugin>).exchange === 'function';
  } catch {
    // A list may hold anything, a revoked proxy too: running it says what is wrong.
    return false;
  }
};

/** By list, as most calls of an endpoint have the same one. */
const EXCHANGES = /* @__PURE__ */ new WeakMap<readonly MiddlewareEntry[], readonly ExchangePlugin[]>();

/** Those of the middleware that stand around the wire, too, from the outside in. */
export function exchangesOf({ middleware }: CallSettings): readonly ExchangePlugin[] {
  const known = EXCHANGES.get(middleware);
  if (known) return known;
  const isLast = ({ exchangesLast = false }: ExchangePlugin): number => Number(exchangesLast);
  const found = middleware.filter(isExchange).sort((a, b) => isLast(a) - isLast(b));
  EXCHANGES.set(middleware, found);
  return found;
}
