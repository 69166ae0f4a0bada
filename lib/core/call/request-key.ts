// Compares requests for sharing, superseding, and the polls of a client and its copies.

import { identities, isObject, isPlain, isSearchParams } from '../platform/values.js';
import { type HeaderRecord, isTracingHeader } from '../http/headers.js';
import type { RequestContent } from './context.js';
import type { MiddlewareEntry } from './middleware-pipeline.js';
import type { Settings } from './settings.js';

const identityOf = /* @__PURE__ */ identities();

/** A middleware list can contain anything. An invalid entry is rejected when it runs, so wrap it here. */
const identitiesOf = (things: readonly unknown[]): readonly string[] =>
  things.map((thing) => identityOf(Object(thing) as object));

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/**
 * Serializes a value for comparison: plain objects and arrays by content, regardless of member order, everything else
 * by identity.
 */
export function valueText(value: object): string {
  const textOf = function (this: Readonly<Record<string, unknown>>, name: string): unknown {
    // The value before its `toJSON()`: two different objects can return the same JSON.
    const member = this[name];
    // A value without JSON, such as a bigint or NaN, equals nothing else.
    if (!isObject(member))
      return member == null || ['string', 'boolean'].includes(typeof member) || Number.isFinite(member)
        ? member
        : identityOf(Object(member) as object);
    if (Array.isArray(member)) return member;
    const entries = Object.entries(member);
    // Hidden and symbol-keyed members aren't serialized, so such an object compares by identity.
    const isTold = isPlain(member) && entries.length === Reflect.ownKeys(member).length;
    return isTold ? Object.fromEntries(entries.sort(byName)) : identityOf(member);
  };
  try {
    return JSON.stringify(value, textOf);
  } catch {
    // The value has a circular reference.
    return identityOf(value);
  }
}

/** Every JSON body is a string. Other bodies, except `URLSearchParams`, can't be compared without reading them. */
const bodyText = (body: unknown): string | readonly [string] | null | undefined => {
  if (body == null || typeof body === 'string') return body ?? null;
  return isSearchParams(body) ? [String(body)] : undefined;
};

/**
 * Whether a fetch option compares by its value. For any other value, such as an agent, the effect isn't visible from
 * outside.
 */
const isComparable = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Returns the headers without tracing headers, which only identify a request. */
const comparedHeaders = (headers: HeaderRecord): readonly (readonly [string, string])[] =>
  Object.entries(headers)
    .filter(([name]) => !isTracingHeader(name))
    .sort();

/** Fetch options that homing always overwrites. */
const SET_BY_HOMING: readonly string[] = ['method', 'headers', 'body', 'signal'];

/**
 * Returns the key that two requests must have in common to be shared (docs/reference/rules.md#share); undefined for a
 * request that can't be compared and is never shared.
 *
 * @param scope Identifies the client copy and the endpoint.
 * @param wrappers The plugins that wrap fetch. Each can change the request.
 */
export function shareKey(
  request: Pick<RequestContent, 'method' | 'url' | 'body' | 'headerRecord' | 'responseType'> & {
    readonly fetchOptions: object;
  },
  scope: string,
  wrappers: readonly object[],
): string | undefined {
  const { method, url, responseType, fetchOptions } = request;
  const body = bodyText(request.body);
  const options = Object.entries<unknown>(fetchOptions as Record<string, unknown>).filter(
    ([name, value]) => value !== undefined && !SET_BY_HOMING.includes(name),
  );
  if (body === undefined || !options.every(([, value]) => isComparable(value))) return undefined;
  return JSON.stringify([
    scope,
    method,
    url,
    // Two endpoints can have the same name, and a body can be read only in one way.
    responseType,
    comparedHeaders(request.headerRecord()),
    body,
    options.map(([name, value]) => [name, typeof value, String(value)]).sort(),
    identitiesOf(wrappers),
  ]);
}

/** The additions of a client copy to its client. */
export interface ClientCopy {
  /** The added options. They rank between the client's and the endpoint's. */
  readonly settings: Settings;
  /** The options of the client with the added ones, merged at the first call. */
  merged?: Settings | undefined;
  /** The added middleware, which runs outermost. */
  readonly middleware: readonly MiddlewareEntry[];
  /** Whether calls of the copy supersede other calls. */
  readonly dedupe: boolean;
}

/**
 * The reason to compare two copies of a client: whether their calls can share a request, supersede each other, or share
 * a poll.
 */
export type ScopeKind = 'share' | 'dedupe' | 'poll';

type InScope<T> = (value: T, kind: ScopeKind) => unknown;

const nothing = (): undefined => undefined;

const inPolls =
  <T>(text: (value: T) => unknown): InScope<T> =>
  (value, kind) =>
    kind === 'poll' ? text(value) : undefined;

/** Not for `share`: the key of a shared request contains what is sent, and no request contains the context. */
const exceptShare =
  <T>(text: (value: T) => unknown): InScope<T> =>
  (value, kind) =>
    kind === 'share' ? undefined : text(value);

const byContent: InScope<object> = /* @__PURE__ */ exceptShare(valueText);

/**
 * Returns the part of a copy's scope for each option; undefined for nothing. The compiler requires a row for every option, so
 * that no new option joins the calls of two users unnoticed.
 */
const SCOPES: { readonly [K in keyof Settings]: InScope<Settings[K]> } = {
  // Tracing headers differ for each incoming request and would prevent sharing.
  headers: (headers, kind) => (kind === 'share' ? comparedHeaders(headers) : Object.entries(headers).sort()),
  fetchOptions: byContent,
  context: byContent,
  lateHeaders: /* @__PURE__ */ exceptShare((levels) => levels && identitiesOf(levels)),
  baseUrl: /* @__PURE__ */ exceptShare((base) => base && ('text' in base ? [base.text] : identityOf(base))),
  query: /* @__PURE__ */ exceptShare((query) => [...query]),
  // Each caller ends and waits for its poll itself.
  copySignals: /* @__PURE__ */ inPolls(identitiesOf),
  timeout: /* @__PURE__ */ inPolls((ms) => ms),
  attemptTimeout: /* @__PURE__ */ inPolls((ms) => ms),
  onInvalid: /* @__PURE__ */ inPolls((choice) => choice),
  // The settings of an invalid copy are empty: don't confuse it with a copy that adds nothing.
  refusal: /* @__PURE__ */ inPolls((refusal) => refusal && (refusal as Error).message),
  // A copy has these apart: its middleware in `ClientCopy`, its signal in `copySignals`.
  middleware: nothing,
  signal: nothing,
  // An option of one call only.
  skipMiddleware: nothing,
};

/**
 * Returns what copies must have in common to share a request, to supersede each other, or to share a poll. Equal for all
 * copies that add nothing, and for the client. Read at each call: a member of the context can have changed. A copy made
 * with `dedupe: false` has its own polls: docs/reference/rules.md#sharing-a-poll
 */
export const scopeOf = ({ settings, middleware, dedupe }: ClientCopy, kind: ScopeKind): string =>
  JSON.stringify([
    ...Object.entries(SCOPES).map(([option, inScope]) =>
      (inScope as InScope<unknown>)(settings[option as keyof Settings], kind),
    ),
    identitiesOf(middleware),
    kind === 'poll' && dedupe,
  ]);
