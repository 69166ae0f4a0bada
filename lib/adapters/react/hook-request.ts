import { endpointOf, paramsText, pluginScopes } from '../../features/endpoint-handle/endpoint-handle.js';
import {
  type EndpointHandle,
  EndpointGroup,
  identities,
  pollScope,
  type Result,
} from '../../core/internal.js';

/** Options of all hooks. */
export interface HookOptions {
  /**
   * What tells these params from others, in their place: plain data. Required for params that make no key: a form, a Map,
   * a BigInt, an instance. Default: the params. What makes no key itself: a TypeError.
   */
  readonly key?: unknown;
}

/** What a component asks, and a text for it. */
export interface HookRequest {
  readonly callee: EndpointHandle;
  /** Undefined where there is nothing to ask yet. */
  readonly params: unknown;
  readonly isWaiting: boolean;
  /**
   * Equal for the same endpoint of equal copies of a client, the same user, and equal params: what is shown for one key
   * is dropped for another. In memory only. A stream's key leaves out the user: the stream belongs to the user who
   * opened it.
   */
  readonly key: string;
}

const identityOf = /* @__PURE__ */ identities();

/** Throws a TypeError for a function that is no endpoint, one for another hook, and for params that make no key. */
export function hookRequest(
  hook: string,
  endpoint: unknown,
  params: unknown,
  given: unknown,
  streams = false,
): HookRequest {
  const callee = endpointOf(hook, endpoint);
  const { definition, copy } = callee;
  const hasReader = definition.protocol.reader !== undefined;
  if (hasReader !== streams)
    throw new TypeError(
      `"${definition.name}" returns ${hasReader ? 'a stream: use useStream' : 'no stream: use useCall, or add a reader such as events()'}.`,
    );
  const text = paramsText(hook, given ?? params);
  const isWaiting = params === null;
  const user = streams ? '' : pluginScopes(callee, {});
  const key = [identityOf(definition.client), callee.within(pollScope(copy)), user, isWaiting, text].join(
    ' ',
  );
  return { callee, params: params ?? undefined, isWaiting, key };
}

/** An endpoint function for components alone, which differs in its definition or its copy from the program's. */
export const endpointFor = ({ definition, copy }: Pick<EndpointHandle, 'definition' | 'copy'>): unknown =>
  new EndpointGroup([['it', definition]]).functions(copy).it;

/** What a component has of an endpoint. */
export type HookState<TData, TError> =
  | {
      /** Whether there is no answer yet. */
      readonly isPending: true;
      readonly data: null;
      readonly error: null;
    }
  | {
      readonly isPending: false;
      /** The newest answer's. */
      readonly data: TData;
      readonly error: null;
    }
  | {
      readonly isPending: false;
      /** Those of the newest success, if there was one for these params. */
      readonly data: TData | null;
      /** The newest answer's. */
      readonly error: TError;
    };

export const PENDING = { isPending: true, data: null, error: null } as const;

/** What there is after an answer: data stay beside an error. */
export const answered = (
  before: HookState<unknown, unknown>,
  { data, error }: Result<unknown>,
): HookState<unknown, unknown> =>
  error ? { isPending: false, data: before.data, error } : { isPending: false, data, error };

/** The arguments behind the endpoint: params, or null where there is nothing to ask yet. */
export type HookArguments<TParams, TOptions> = {} extends TParams
  ? [params?: TParams | null, options?: TOptions]
  : [params: TParams | null, options?: TOptions];
