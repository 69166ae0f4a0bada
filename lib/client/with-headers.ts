import { ApiError } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import type { HeadersOption } from '../settings/headers.js';
import { Refusal } from '../wire/refusal.js';
import { COPY, type Copyable, type CopyOptions } from './copyable.js';

const SENTENCE =
  'withHeaders was given something that only looks like a client (a spread copy, a plain object): pass what createApi returned.';

const refusedCall = (params?: unknown): Promise<Result<unknown>> => {
  const refusal = new Refusal(SENTENCE);
  const error = new ApiError({
    kind: 'network',
    request: { method: '', url: '', params },
    reason: Refusal.outcome(refusal),
    body: refusal,
    cause: refusal,
  });
  return Promise.resolve({ data: null, error, response: null, retry: () => refusedCall(params) });
};

/** Has the same names, inherited ones too, so that every call through it says what is wrong. */
const standIn = (impostor: Readonly<Record<string, unknown>>): object => {
  const names: string[] = [];
  for (const name in impostor) names.push(name);
  return Object.fromEntries(
    names.map((name) => {
      const value = impostor[name];
      const isSide = typeof value === 'object' && value !== null;
      return [
        name,
        isSide
          ? standIn(value as Record<string, unknown>)
          : Object.assign(refusedCall.bind(null), { getHeaders: () => ({}) }),
      ];
    }),
  );
};

/**
 * A copy of the client that sends these headers too; see `ClientMethods.withHeaders`. Works where an endpoint took
 * that name. Given something that only looks like a client, it gives a stand-in whose every call is a `'network'`
 * error that says so.
 */
export function withHeaders<TClient extends object>(
  client: TClient,
  headers: HeadersOption,
  options?: CopyOptions,
): TClient {
  const copy = (client as Partial<Copyable>)[COPY]?.(headers, options);
  return (copy ?? standIn(client as Readonly<Record<string, unknown>>)) as TClient;
}
