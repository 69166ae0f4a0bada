import { nullProto, type MiddlewareRequest } from '../../core/internal.js';

type OptionsByName = Readonly<Record<string, unknown>>;

/** Returns the names of the fields that differ. */
export const changedNames = (before: object, after: object): string[] =>
  Object.keys({ ...before, ...after }).filter(
    (name) => (before as OptionsByName)[name] !== (after as OptionsByName)[name],
  );

/**
 * Applies `change` to a request that is about to be sent, and returns what to send instead: the original URL and init,
 * with the changes. A header of `applied` that `init` lacks was removed by inner middleware, and stays removed.
 */
export async function changedBy(
  request: MiddlewareRequest,
  url: string,
  init: RequestInit,
  change: () => Promise<void>,
  applied: readonly string[],
): Promise<[url: string, init: RequestInit]> {
  const { url: ownUrl, fetchOptions } = request;
  const headersBefore = request.headerRecord();
  const optionsBefore = { ...fetchOptions };
  request.url = url;
  await change();
  const { url: newUrl } = request;
  // Changes by another plugin's `wrapFetch` apply to this send only.
  if (newUrl === url) request.url = ownUrl;
  const headers = new Headers(init.headers);
  for (const name of changedNames(headersBefore, request.headerRecord())) {
    const value = request.getHeader(name);
    if (applied.includes(name) && !headers.has(name)) {
      // The next attempt must not send it either.
      if (headersBefore[name] === undefined) request.headers.delete(name);
    } else if (value === undefined) headers.delete(name);
    else headers.set(name, value);
  }
  const changed = nullProto<Record<string, unknown>>(init as object, { headers });
  const options = request.fetchOptions as Record<string, unknown>;
  for (const name of changedNames(optionsBefore, options)) changed[name] = options[name];
  return [newUrl, changed];
}
