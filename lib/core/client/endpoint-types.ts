import type { DeclaredError } from '../result/http-error.js';

/** What a Request or an operation carries. */
interface Carried {
  readonly '~types': { readonly params: unknown; readonly response: unknown; readonly errors: unknown };
}

/** The function of an endpoint, on whatever client, or one of the user's own that is called alike. */
type Called = (...args: never) => Promise<{ readonly data: unknown; readonly error: unknown }>;

type ParamsIn<TArguments extends readonly unknown[]> = TArguments extends readonly [
  params?: infer TParams,
  ...rest: readonly unknown[],
]
  ? [keyof NonNullable<TParams>] extends ['__noParams']
    ? Record<string, never>
    : Exclude<TParams, undefined>
  : never;

/**
 * The params of an endpoint; `Record<string, never>` for none.
 *
 * @typeParam E The type of a Request, of an operation, or of an endpoint's function: `ParamsOf<typeof api.users.get>`.
 */
export type ParamsOf<E extends Carried | Called> = E extends Carried
  ? E['~types']['params']
  : E extends (...args: infer TArguments) => unknown
    ? ParamsIn<TArguments>
    : never;

/**
 * The data of an endpoint's success.
 *
 * @typeParam E The type of a Request, of an operation, or of an endpoint's function: `DataOf<typeof api.users.get>`.
 */
export type DataOf<E extends Carried | Called> = E extends Carried
  ? E['~types']['response']
  : E extends Called
    ? Extract<Awaited<ReturnType<E>>, { readonly error: null }>['data']
    : never;

/**
 * The error of an endpoint: `ApiError`, or the union of what it declares.
 *
 * @typeParam E The type of a Request, of an operation, or of an endpoint's function: `ErrorOf<typeof api.users.get>`.
 */
export type ErrorOf<E extends Carried | Called> = E extends Carried
  ? DeclaredError<E['~types']['errors']>
  : E extends Called
    ? NonNullable<Awaited<ReturnType<E>>['error']>
    : never;
