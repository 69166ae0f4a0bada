import { describeType } from '../platform/describe-type.js';
import type { Result } from '../result/result.js';
import type { HeadersOption } from '../wire/headers.js';
import { Refusal } from '../wire/refusal.js';
import { COPY, type Copyable, type CopyOptions } from './copyable.js';
import { failure } from './failure.js';

const SENTENCE =
  'withHeaders was given something that only looks like a client (a spread copy, a plain object): pass what createApi returned.';

const refusedCall = (params?: unknown): Promise<Result<never>> =>
  Promise.resolve(failure('network', new Refusal(SENTENCE), params, () => refusedCall(params)));

/** Has the same names, inherited ones too, so that every call through it says what is wrong. */
const standIn = (impostor: Readonly<Record<string, unknown>>): object => {
  const members: [string, unknown][] = [];
  for (const name in impostor) {
    const value = impostor[name];
    const isSide = typeof value === 'object' && value !== null;
    const member = isSide
      ? standIn(value as typeof impostor)
      : Object.assign(refusedCall.bind(null), { getHeaders: () => ({}) });
    members.push([name, member]);
  }
  return Object.fromEntries(members);
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
  if (Object(client) !== client)
    throw new TypeError(`withHeaders was given ${describeType(client)}: pass what createApi returned.`);
  const copy = (client as Partial<Copyable>)[COPY]?.(headers, options);
  return (copy ?? standIn(client as Readonly<Record<string, unknown>>)) as TClient;
}
