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
  resultOfData,
  resultOfError,
  type SuccessResult,
} from '../../core/internal.js';
import { isApiError } from './match-error.js';

/** Placeholder for an unknown request. */
const UNKNOWN = { request: { method: '', url: '', params: undefined } };

/** Completes a value to a Result, keeping the same error object. Throws a TypeError for a value that isn't a Result. */
function completeResult(value: unknown): Result<unknown> {
  const given = value as Partial<Result<unknown>> | null | undefined;
  const again = async (): Promise<Result<unknown>> =>
    given?.retry ? given.retry() : (result as Result<unknown>);
  const result = asResult(value, { errorFacts: UNKNOWN, retry: again });
  if (!result) throw new TypeError(`Expected the Result of a call, got ${describeResult(value)}.`);
  return result;
}

/**
 * Returns the Result for a function that threw instead of returning a call: with the thrown ApiError, or an error for
 * any other thrown value.
 */
function failedResult(name: string, thrown: unknown): Result<never> {
  const reason = `call ${JSON.stringify(name)} failed: ${describeUserError(thrown)}`;
  const facts = { kind: 'middleware', body: thrown, cause: thrown, reason } as const;
  const error = isApiError(thrown) ? thrown : new ApiError({ ...UNKNOWN, ...facts });
  const result: Result<never> = resultOfError(error, null, () => Promise.resolve(result));
  return result;
}

const dataOf = (value: unknown): unknown => {
  const { data, error } = completeResult(value);
  if (error) throw error;
  return data;
};

/**
 * Returns the data of a Result, or of a promise of one, for code that uses exceptions, such as a script or a data
 * loader. Throws, or rejects with, the `ApiError` of a failure, and a TypeError for a value that isn't a Result.
 *
 * @param result The Result of a call, or a promise of it.
 */
export function orThrow<T>(result: SuccessResult<T> | ErrorResult<T>): T;
export function orThrow<T>(result: PromiseLike<Result<T>>): Promise<T>;
export function orThrow(result: unknown): unknown {
  const { then } = Object(result) as Partial<PromiseLike<unknown>>;
  return typeof then === 'function' ? Promise.resolve(result).then(dataOf) : dataOf(result);
}

/** A started call, or its Result. */
type Begun = PromiseLike<Result<unknown>> | Result<unknown>;

/** An input of `allResults`: a started call, its Result, or a function that starts a call. */
type Awaitable = Begun | ((signal: AbortSignal) => Begun);

type DataOfResult<R> = R extends { error: null; data: infer T } ? T : never;

type DataOfCall<E> = E extends (signal: AbortSignal) => infer R ? DataOfCall<R> : DataOfResult<Awaited<E>>;

/** The data of all calls, in the shape of the input. */
type DataOfAll<E> = { -readonly [K in keyof E]: DataOfCall<E[K]> };

type ErrorsOfResult<R> = R extends SuccessResult<unknown, infer TErrors> ? TErrors : never;

type ErrorsOfCall<E> = E extends (signal: AbortSignal) => infer R
  ? ErrorsOfCall<R>
  : ErrorsOfResult<Awaited<E>>;

/** The declared errors of any of the calls; `{}` without calls. */
type ErrorsOfAny<E> = [E] extends [never] ? {} : ErrorsOfCall<E>;

/** Options of `allResults`. */
export interface AllResultsOptions {
  /**
   * Whether the first error aborts the signal that functions among the calls received, and so their requests in flight.
   * Default: false, the other calls continue. Any other value than true counts as false.
   */
  abort?: boolean | undefined;
}

/** Returns name and call of each entry. Throws an InvalidInputError if the input isn't an array or object of calls. */
const entriesOf = (calls: unknown): [string, unknown][] => {
  // Array.from turns an array hole into undefined, which is then rejected as a call.
  if (Array.isArray(calls)) return Object.entries(Array.from(calls));
  if (isObject(calls) && isPlain(calls)) return Object.entries(calls);
  throw new InvalidInputError(`allResults got ${describeType(calls)}: pass an array or object.`);
};

/** Starts a call if needed, and returns its Result. Never rejects. */
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
    // Call `retry()` of the Result if the call was started outside.
    typeof call === 'function' ? call : async () => (await (results[at] as Promise<Result<unknown>>)).retry(),
  ]);
  const retry = (): Promise<Result<unknown>> => run(onceMore, isList, aborts);
  const data: unknown[] = [];
  let left = entries.length;
  return new Promise((resolve) => {
    const succeed = (response: Response | null): void => {
      const named = isList ? data : Object.fromEntries(entries.map(([name], at) => [name, data[at]]));
      resolve(resultOfData(named, response, retry));
    };
    if (left === 0) succeed(null);
    for (const [at, result] of results.entries())
      void result.then((settled) => {
        if (settled.error) {
          resolve({ ...settled, retry });
          if (aborts) abortWith(controller, new AbortError('Another call has failed.'));
          return;
        }
        data[at] = settled.data;
        left -= 1;
        if (left === 0) succeed(settled.response);
      });
  });
};

/**
 * Waits for several calls at once. Returns one Result: with all data, in the shape of the input; or with the first
 * error in time, while the other calls continue. Never rejects: if your own function throws or doesn't return a Result,
 * it is a `'middleware'` error. `response` belongs to the last call that returned, or to the failed one; `retry()` runs
 * all calls again.
 *
 * @param calls Started calls, or functions that start them with a signal: `(signal) => api.x({}, { signal })`.
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
