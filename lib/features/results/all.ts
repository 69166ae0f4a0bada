import {
  AbortError,
  abortWith,
  ApiError,
  asResult,
  describeResult,
  describeType,
  type ErrorResult,
  failure,
  givenOptions,
  isObject,
  isPlain,
  describeUserError,
  InvalidInputError,
  type Result,
  type SuccessResult,
} from '../../core/internal.js';
import { isApiError } from './match-error.js';

/** What stands for a request that nothing is known of. */
const UNKNOWN = { request: { method: '', url: '', params: undefined } };

/** The value as a Result; its error is the very one that it has. Throws a TypeError for what is no Result. */
function completeResult(value: unknown): Result<unknown> {
  const given = value as Partial<Result<unknown>> | null | undefined;
  const again = async (): Promise<Result<unknown>> =>
    given?.retry ? given.retry() : (result as Result<unknown>);
  const result = asResult(value, { errorFacts: UNKNOWN, retry: again });
  if (!result) throw new TypeError(`Expected the Result of a call, got ${describeResult(value)}.`);
  return result.error && isApiError(given?.error) ? { ...result, error: given.error } : result;
}

/** The Result of something that was to be a call and threw: what it threw, or the error that it threw. */
function failedResult(name: string, thrown: unknown): Result<never> {
  const reason = `call ${JSON.stringify(name)} failed: ${describeUserError(thrown)}`;
  const facts = { kind: 'middleware', body: thrown, cause: thrown, reason } as const;
  const error = isApiError(thrown) ? thrown : new ApiError({ ...UNKNOWN, ...facts });
  const result: Result<never> = { data: null, error, response: null, retry: () => Promise.resolve(result) };
  return result;
}

const dataOf = (value: unknown): unknown => {
  const { data, error } = completeResult(value);
  if (error) throw error;
  return data;
};

/**
 * The data of a Result, or of the call that is on its way to one, where an exception is wanted: in a script, in a data
 * loader. Throws, or rejects with, the `ApiError` of a failure; a TypeError for what is no Result.
 *
 * @param result What a call came home with, or the promise of it.
 */
export function orThrow<T>(result: SuccessResult<T> | ErrorResult<T>): T;
export function orThrow<T>(result: PromiseLike<Result<T>>): Promise<T>;
export function orThrow(result: unknown): unknown {
  const { then } = Object(result) as Partial<PromiseLike<unknown>>;
  return typeof then === 'function' ? Promise.resolve(result).then(dataOf) : dataOf(result);
}

/** A call that has begun, or what one came home with. */
type Begun = PromiseLike<Result<unknown>> | Result<unknown>;

/** What `all` waits for: a call that has begun, its Result, or a function that begins it. */
type Awaitable = Begun | ((signal: AbortSignal) => Begun);

type DataOfResult<R> = R extends { error: null; data: infer T } ? T : never;

type DataOf<E> = E extends (signal: AbortSignal) => infer R ? DataOf<R> : DataOfResult<Awaited<E>>;

/** The data of all, in the shape in which they were given. */
type DataOfAll<E> = { -readonly [K in keyof E]: DataOf<E[K]> };

type ErrorsOfResult<R> = R extends SuccessResult<unknown, infer TErrors> ? TErrors : never;

type ErrorsOf<E> = E extends (signal: AbortSignal) => infer R ? ErrorsOf<R> : ErrorsOfResult<Awaited<E>>;

/** The errors of any of them; of no calls none. */
type ErrorsOfAny<E> = [E] extends [never] ? {} : ErrorsOf<E>;

/** Options of `all`. */
export interface AllResultsOptions {
  /**
   * Aborts, with the first error, the signal that functions among the calls were given, and so the requests that are
   * still under way. Default false: they are left alone. Anything but true counts as false.
   */
  abort?: boolean | undefined;
}

/** Name and call of each. Throws a InvalidInputError for what is neither a list nor an object of calls. */
const entriesOf = (calls: unknown): [string, unknown][] => {
  // Array.from: a hole in a list is no call, and not to be passed over.
  if (Array.isArray(calls)) return Object.entries(Array.from(calls));
  if (isObject(calls) && isPlain(calls)) return Object.entries(calls);
  throw new InvalidInputError(`allResults got ${describeType(calls)}: pass an array or object.`);
};

/** Begins a call where that is to be done, and gives what came of it. Never rejects. */
const resultOf = async (name: string, call: unknown, signal: AbortSignal): Promise<Result<unknown>> => {
  try {
    const begun = typeof call === 'function' ? (call as (signal: AbortSignal) => unknown)(signal) : call;
    return completeResult(await begun);
  } catch (thrown) {
    return failedResult(name, thrown);
  }
};

const run = (entries: [string, unknown][], isList: boolean, aborts: boolean): Promise<Result<unknown>> => {
  const controller = new AbortController();
  const results = entries.map(([name, call]) => resultOf(name, call, controller.signal));
  const onceMore = entries.map(([name, call], at): [string, unknown] => [
    name,
    // Of what began before what it came home with.
    typeof call === 'function' ? call : async () => (await (results[at] as Promise<Result<unknown>>)).retry(),
  ]);
  const retry = (): Promise<Result<unknown>> => run(onceMore, isList, aborts);
  const data: unknown[] = [];
  let left = entries.length;
  return new Promise((resolve) => {
    const succeed = (response: Response | null): void => {
      const named = isList ? data : Object.fromEntries(entries.map(([name], at) => [name, data[at]]));
      resolve({ data: named, error: null, response, retry } as Result<unknown>);
    };
    if (left === 0) succeed(null);
    for (const [at, result] of results.entries())
      void result.then((home) => {
        if (home.error) {
          resolve({ ...home, retry });
          if (aborts) abortWith(controller, new AbortError('Another call has failed.'));
          return;
        }
        data[at] = home.data;
        left -= 1;
        if (left === 0) succeed(home.response);
      });
  });
};

/**
 * Waits for several calls at once, and gives one Result: of all their data, in the shape in which the calls were given;
 * or the first error in time, after which the other calls are left alone. Never rejects: what a call of one's own throws,
 * or gives in place of a Result, is a `'middleware'` error. `response` is that of the call that came home last, or of the
 * one that failed; `retry()` makes all calls again.
 *
 * @param calls Calls that have begun, or functions that begin them with a signal: `(signal) => api.x({}, { signal })`.
 */
export function allResults<E extends readonly Awaitable[]>(
  calls: readonly [...E],
  options?: AllResultsOptions,
): Promise<Result<DataOfAll<E>, ErrorsOfAny<E[number]>>>;
export function allResults<E extends Readonly<Record<string, Awaitable>>>(
  calls: E,
  options?: AllResultsOptions,
): Promise<Result<DataOfAll<E>, ErrorsOfAny<E[keyof E]>>>;
export async function allResults(calls: unknown, options?: AllResultsOptions): Promise<Result<unknown>> {
  try {
    return await run(entriesOf(calls), Array.isArray(calls), givenOptions(options).abort === true);
  } catch (mistake) {
    const refused = failure('network', mistake, undefined, () => Promise.resolve(refused));
    return refused;
  }
}
