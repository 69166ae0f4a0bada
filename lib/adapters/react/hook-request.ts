import { endpointOf, paramsText, pluginScopes } from '../../features/endpoint-handle/endpoint-handle.js';
import { type EndpointHandle, EndpointGroup, identities, scopeOf, type Result } from '../../core/internal.js';

/** Options of all hooks. */
export interface HookOptions {
  /**
   * A plain value that identifies these params in the key. Required if the params contain a FormData, a Map,
   * a bigint or a class instance. Default: the params. Throws a TypeError if the value itself contains one of
   * these.
   */
  readonly key?: unknown;
}

/** The call that a component requests, and its key. */
export interface HookRequest {
  readonly handle: EndpointHandle;
  /** Params of the call; undefined if the component waits for params. */
  readonly params: unknown;
  readonly isWaiting: boolean;
  /**
   * Identifies the call: equal for the same endpoint of equally configured clients, the same user and equal
   * params. When the key changes, the component drops its state. Kept in memory only. The key of a stream
   * omits the user, because the stream belongs to the user who opened it.
   */
  readonly key: string;
}

const identityOf = /* @__PURE__ */ identities();

/**
 * Creates the request of a hook. Throws a TypeError for a function that is not an endpoint, for an endpoint
 * of another hook, and for params that can't be part of a key.
 */
export function hookRequest(
  hook: string,
  endpoint: unknown,
  params: unknown,
  given: unknown,
  streams = false,
): HookRequest {
  const handle = endpointOf(hook, endpoint);
  const { definition, copy } = handle;
  const hasReader = definition.protocol.reader !== undefined;
  if (hasReader !== streams)
    throw new TypeError(
      `"${definition.name}" returns ${hasReader ? 'a stream: use useStream' : 'no stream: use useCall, or add a reader such as events()'}.`,
    );
  const text = paramsText(hook, given ?? params);
  const isWaiting = params === null;
  const user = streams ? '' : pluginScopes(handle, {});
  const key = [
    identityOf(definition.client),
    handle.within(scopeOf(copy, 'poll')),
    user,
    isWaiting,
    text,
  ].join(' ');
  return { handle, params: params ?? undefined, isWaiting, key };
}

/** Creates an endpoint function for a hook, with a changed definition or changed client options. */
export const endpointFor = ({ definition, copy }: Pick<EndpointHandle, 'definition' | 'copy'>): unknown =>
  new EndpointGroup([['it', definition]]).functions(copy).it;

/** State of an endpoint in a component. */
export type HookState<TData, TError> =
  | {
      /** Whether the component has no response yet. */
      readonly isPending: true;
      readonly data: null;
      readonly error: null;
    }
  | {
      readonly isPending: false;
      /** Data of the latest response. */
      readonly data: TData;
      readonly error: null;
    }
  | {
      readonly isPending: false;
      /** Data of the latest success; null if no call with these params has succeeded. */
      readonly data: TData | null;
      /** Error of the latest response. */
      readonly error: TError;
    };

export const PENDING = { isPending: true, data: null, error: null } as const;

/** Returns the state after a response. Keeps the data after an error. */
export const answered = (
  before: HookState<unknown, unknown>,
  { data, error }: Result<unknown>,
): HookState<unknown, unknown> =>
  error ? { isPending: false, data: before.data, error } : { isPending: false, data, error };

/** Arguments after the endpoint: the params, or null while the component waits for them, and the options. */
export type HookArguments<TParams, TOptions> = {} extends TParams
  ? [params?: TParams | null, options?: TOptions]
  : [params: TParams | null, options?: TOptions];
