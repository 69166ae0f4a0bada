import { bare } from '../platform/bare.js';
import type { HeadersOption } from '../wire/headers.js';
import type { CopyOptions } from './copyable.js';
import { copyClient, type NoFunction } from './with-options.js';

/**
 * A copy of the client that sends these headers too; see `ClientMethods.withHeaders`. Works where an endpoint took
 * that name. Given something that only looks like a client, it gives a stand-in whose every call is a `'network'`
 * error that says so.
 */
export function withHeaders<TClient extends object & NoFunction>(
  client: TClient,
  headers: HeadersOption,
  options?: Omit<CopyOptions, 'headers'>,
): TClient {
  return copyClient('withHeaders', client, bare<CopyOptions>(options ?? {}, { headers }));
}
