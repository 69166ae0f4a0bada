import {
  type ApiError,
  asResult,
  type CallArguments,
  COPY,
  ENDPOINT_HANDLE,
  type EndpointFunction,
  InvalidInputError,
  isObject,
  type NoFunction,
  ownDefined,
  type PagesAt,
  WATCH,
} from '../../core/internal.js';
import { CallPromise, type ThrowingCall, type ThrowingHandle } from './throwing-call.js';

/** Options of `throwing`. */
export interface ThrowingOptions {
  /**
   * Returns the value to throw for a failed call, for example an error of your own class. It runs once per failed call.
   * If it returns a promise, its value is thrown. The value doesn't have to be an Error. If the function throws, the
   * call throws that instead. Default: the `ApiError` is thrown. Another value than a function doesn't compile.
   */
  error?: ((error: ApiError) => unknown) | undefined;
}

/** The mark of an endpoint with `pages`. */
export type MarkOf<TMember> = TMember extends PagesAt<infer TItems> ? PagesAt<TItems> : unknown;

/** A member of a client, as the throwing client has it. */
type ThrowingMember<TMember, TClient> =
  TMember extends EndpointFunction<infer TParams, infer TData, unknown>
    ? ((...args: CallArguments<TParams>) => ThrowingCall<TData>) & MarkOf<TMember>
    : TMember extends (...args: infer TArguments) => unknown
      ? (...args: TArguments) => ThrowingClient<TClient>
      : ThrowingClient<TMember>;

/**
 * A client whose calls resolve with the data and throw the error: `ThrowingClient<typeof api>`.
 *
 * @typeParam TClient The type of the client, or of a group of its endpoints.
 */
export type ThrowingClient<TClient> = {
  [K in keyof TClient]: ThrowingMember<TClient[K], TClient>;
};

type ClientMembers = Record<PropertyKey, unknown>;

type AnyFunction = (...args: unknown[]) => unknown;

/** Facts for the error of a stub, which doesn't name its request. */
const NO_FACTS = { request: { method: '', url: '' } };

/**
 * Returns a client whose calls resolve with the data and throw the error, for code that uses exceptions. It calls the
 * endpoints of the client that you pass, with all its options. `with`, `withHeaders` and `withOptions` return throwing
 * copies, and `paginate` iterates over the data of the pages.
 *
 * @param client The client from `createApi` or `createGraphQL`. Throws a TypeError for any other value, such as a spread
 *   copy, a group of endpoints, or a throwing client.
 */
export function throwing<TClient extends object & NoFunction>(
  client: TClient,
  options?: ThrowingOptions,
): ThrowingClient<TClient> {
  const toThrown = ownDefined(options).error;
  if (!(Object(client) as ClientMembers)[WATCH])
    throw InvalidInputError.of('The argument of throwing', client, 'the client from createApi');

  const unwrap: ThrowingHandle['unwrap'] = async (ask) => {
    const given = await ask();
    const result = asResult(given, { errorFacts: NO_FACTS, retry: ask as never });
    if (!result) throw InvalidInputError.of('The result', given, 'a Result');
    const { data, error, response } = result;
    if (error) throw toThrown ? await toThrown(error) : error;
    return { data, response };
  };

  const functionOf = (name: string, endpoint: () => AnyFunction): unknown => {
    const call = (...args: unknown[]): unknown => CallPromise.of(unwrap(() => endpoint()(...args)));
    const handle: ThrowingHandle = {
      endpoint: endpoint as never,
      unwrap,
      get definition(): never {
        throw new InvalidInputError(`"${name}" throws: pass the endpoint of the client itself.`);
      },
    };
    return Object.assign(call, { [ENDPOINT_HANDLE]: handle });
  };

  /** Creates the throwing object of a client or a group. Each member is created when it is first read, and kept. */
  const viewOf = (read: () => ClientMembers): ClientMembers => {
    const get = (kept: ClientMembers, name: string | symbol): unknown => {
      const source = read();
      const member = (): never => read()[name] as never;
      const isOwn = Object.hasOwn(source, name);
      if (isOwn && !Object.hasOwn(kept, name))
        kept[name] = isObject(source[name]) ? viewOf(member) : functionOf(String(name), member);
      const isCopier =
        !isOwn && name in source && (name === COPY || name === 'with' || name === 'withHeaders');
      return isCopier
        ? (...args: unknown[]) => throwing((source[name] as AnyFunction)(...args) as object, options)
        : kept[name];
    };
    return new Proxy<ClientMembers>(
      {},
      {
        get,
        has: (_, name) => name in read(),
        ownKeys: () => Reflect.ownKeys(read()),
        getOwnPropertyDescriptor(kept, name) {
          get(kept, name);
          return Reflect.getOwnPropertyDescriptor(kept, name);
        },
      },
    );
  };

  return viewOf(() => client as never) as ThrowingClient<TClient>;
}
