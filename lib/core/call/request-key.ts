// Are these two the same request? What sharing, superseding and polls of a client and its copies compare.

import { identities, isObject, isPlain, isSearchParams } from '../platform/values.js';
import { type HeaderRecord, isTracingHeader } from '../http/headers.js';
import type { RequestContent } from './context.js';
import type { MiddlewareEntry } from './middleware-pipeline.js';
import type { Settings } from './settings.js';

const identityOf = /* @__PURE__ */ identities();

/** A list of middleware may hold anything: what is no object is refused when it is run. */
const identitiesOf = (things: readonly unknown[]): readonly string[] =>
  things.map((thing) => identityOf(Object(thing) as object));

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** A value as text: plain objects and lists by content, whatever the order of their members, all else by identity. */
export function valueText(value: object): string {
  const textOf = function (this: Readonly<Record<string, unknown>>, name: string): unknown {
    // As it is, before its toJSON(): two users' may well give the same.
    const member = this[name];
    // What JSON has no text for, such as a bigint or NaN, equals nothing else.
    if (!isObject(member))
      return member == null || ['string', 'boolean'].includes(typeof member) || Number.isFinite(member)
        ? member
        : identityOf(Object(member) as object);
    if (Array.isArray(member)) return member;
    const entries = Object.entries(member);
    // What is hidden in it, or named by a symbol, no text tells.
    const isTold = isPlain(member) && entries.length === Reflect.ownKeys(member).length;
    return isTold ? Object.fromEntries(entries.sort(byName)) : identityOf(member);
  };
  try {
    return JSON.stringify(value, textOf);
  } catch {
    // It goes round in a circle.
    return identityOf(value);
  }
}

/** Every body of JSON is a string. Others but `URLSearchParams` can't be compared without being read. */
const bodyText = (body: unknown): string | readonly [string] | null | undefined => {
  if (body == null || typeof body === 'string') return body ?? null;
  return isSearchParams(body) ? [String(body)] : undefined;
};

/** What compares by its text: everything else in fetch options (an agent, say) does something that none shows. */
const isComparable = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Headers, but for those that only say which request this is. */
const comparedHeaders = (headers: HeaderRecord): readonly (readonly [string, string])[] =>
  Object.entries(headers)
    .filter(([name]) => !isTracingHeader(name))
    .sort();

/** What is sent in the place of such a fetch option, whatever it says. */
const SET_BY_HOMING: readonly string[] = ['method', 'headers', 'body', 'signal'];

/**
 * What two requests must have in common to be one (docs/reference/rules.md#share); undefined for a request that can't be
 * compared and so is never shared.
 *
 * @param scope What both calls must come from: the client with what a copy adds, and the endpoint.
 * @param wrappers The plugins that the request goes through, each of which may make another request of it.
 */
export function shareKey(
  request: Pick<RequestContent, 'method' | 'url' | 'body' | 'headerRecord'> & {
    readonly sentOptions: object;
  },
  scope: string,
  wrappers: readonly object[],
): string | undefined {
  const { method, url, sentOptions } = request;
  const body = bodyText(request.body);
  const options = Object.entries<unknown>(sentOptions as Record<string, unknown>).filter(
    ([name, value]) => value !== undefined && !SET_BY_HOMING.includes(name),
  );
  if (body === undefined || !options.every(([, value]) => isComparable(value))) return undefined;
  return JSON.stringify([
    scope,
    method,
    url,
    comparedHeaders(request.headerRecord()),
    body,
    options.map(([name, value]) => [name, typeof value, String(value)]).sort(),
    identitiesOf(wrappers),
  ]);
}

/** What sets a copy of a client apart from the client. */
export interface ClientCopy {
  /** The added options; they stand between the client's and the endpoint's. */
  readonly settings: Settings;
  /** The added middleware, which stands outermost. */
  readonly middleware: readonly MiddlewareEntry[];
  /** False for a copy whose calls supersede nothing. */
  readonly dedupe: boolean;
}

const addedText = ({ headers, fetchOptions, context }: Settings): readonly unknown[] => [
  Object.entries(headers).sort(),
  valueText(fetchOptions),
  valueText(context),
];

/**
 * What a copy of a client adds, as text: what copies must have in common for their calls to share a request. Equal for all
 * copies that add nothing, and for the client. The key of a request has everything else, so tracing headers, which that
 * key leaves out, are left out here too: one for each incoming request must not end sharing.
 */
export const shareScope = (copy: ClientCopy): string =>
  JSON.stringify([comparedHeaders(copy.settings.headers), identitiesOf(copy.middleware)]);

/** The same for taking each other's place. Read at each call: a member of the context may have changed. */
export const dedupeScope = (copy: ClientCopy): string =>
  JSON.stringify([addedText(copy.settings), identitiesOf(copy.middleware)]);

/**
 * For polls, which each caller also ends, and waits for, in a way of its own. A copy made with `dedupe: false` differs
 * from one made without: docs/reference/rules.md#sharing-a-poll
 */
export const pollScope = (copy: ClientCopy): string => {
  const { copySignals, timeout, attemptTimeout, refusal } = copy.settings;
  // A copy that is refused has none of its options: it must not be taken for one that adds nothing.
  return JSON.stringify([
    dedupeScope(copy),
    identitiesOf(copySignals),
    timeout,
    attemptTimeout,
    copy.dedupe,
    refusal && (refusal as Error).message,
  ]);
};
