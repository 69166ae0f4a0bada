import { describeType } from '../platform/describe-type.js';
import { isObject } from '../platform/is-object.js';
import type { Result } from '../result/result.js';
import { Refusal } from '../result/refusal.js';
import { COPY, type Copyable, type CopyOptions } from './copyable.js';
import { failure } from './failure.js';

/** Has the same names, inherited ones too, so that every call through it says what is wrong. */
const standIn = (
  impostor: Readonly<Record<string, unknown>>,
  sentence: string,
  outer: readonly object[] = [],
): object => {
  const refusedCall = (params?: unknown): Promise<Result<never>> =>
    Promise.resolve(failure('network', new Refusal(sentence), params, () => refusedCall(params)));
  const members: [string, unknown][] = [];
  const seen = [...outer, impostor];
  for (const name in impostor) {
    const value = impostor[name];
    const isGroup = isObject(value) && !seen.includes(value);
    const member = isGroup
      ? standIn(value as typeof impostor, sentence, seen)
      : Object.assign(refusedCall.bind(null), { getHeaders: () => ({}) });
    members.push([name, member]);
  }
  return Object.fromEntries(members);
};

/** A copy of a client; see `withOptions`. `owner` is the function that was called, for messages. */
export function copyClient<TClient extends object>(
  owner: string,
  client: TClient,
  options: CopyOptions,
): TClient {
  if (typeof client === 'function')
    throw new TypeError(`${owner} was given a function: pass the client, and call the endpoint of its copy.`);
  if (Object(client) !== client)
    throw new TypeError(`${owner} was given ${describeType(client)}: pass what createApi returned.`);
  const sentence = `${owner} was given something that only looks like a client (a spread copy, a plain object): pass what createApi returned.`;
  const copy = (client as Partial<Copyable>)[COPY]?.(options);
  return (copy ?? standIn(client as Readonly<Record<string, unknown>>, sentence)) as TClient;
}

/** An object that is no function. */
export interface NoFunction {
  /** What all functions have; none can have this sentence there, so the compiler shows it. */
  readonly [Symbol.hasInstance]?: 'Pass the client, not one of its functions, and call the endpoint of the copy.';
}

/**
 * A copy of the client all of whose calls have these options too; see `CopyMethod.with`. Works where an endpoint took
 * that name. Given something that only looks like a client, it gives a stand-in whose every call is a `'network'`
 * error that says so.
 */
export function withOptions<TClient extends object & NoFunction>(
  client: TClient,
  options: CopyOptions,
): TClient {
  return copyClient('withOptions', client, options);
}
