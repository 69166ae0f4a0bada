import { endpointOf, paramsText } from '../features/endpoint-handle/endpoint-handle.js';
import type { EndpointFunction } from '../core/internal.js';

/** Maximum length of a tag in characters. Next ignores a longer tag. */
const LONGEST = 256;

/** Returns the 64-bit FNV-1a hash of a string in hexadecimal: short, and the same in every process. */
const digest = (text: string): string => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, '0');
};

const fitted = (tag: string): string =>
  tag.length > LONGEST ? `${tag.slice(0, LONGEST - 17)}~${digest(tag)}` : tag;

/**
 * Returns the cache tag of an endpoint, or of an endpoint with these params:
 * `revalidateTag(tagOf(api.getUser, { id }))`. Next 16 requires a second argument, `'max'` or
 * `{ expire: 0 }`. The tag contains the client's name, if it has one, the endpoint's name and a hash of the
 * params. The order of members doesn't matter, and a number equals its string. At most 256 characters.
 *
 * @throws TypeError for a function that is not an endpoint, and for params that can't be part of a key.
 */
export function tagOf<TParams>(
  endpoint: EndpointFunction<TParams, unknown>,
  params?: NoInfer<TParams>,
): string;
export function tagOf(endpoint: unknown, params?: unknown): string {
  const { client, name } = endpointOf('tagOf', endpoint).definition;
  const start = client.name ? `${client.name}:${name}` : name;
  return fitted(params === undefined ? start : `${start}:${digest(sortedText(params))}`);
}

/** Converts numbers to strings. Params from a page's URL are strings and must produce the same tag. */
const sortedText = (params: unknown): string => {
  const sorted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return String(value);
    if (Array.isArray(value)) return value.map(sorted);
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, member]): [string, unknown] => [name, sorted(member)])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  };
  return JSON.stringify(sorted(JSON.parse(paramsText('tagOf', params))));
};

/**
 * Returns the tags of one call, for `fetchOptions: { next: { tags: nextTags(api.getUser, { id }) } }`: the
 * tag of the endpoint and the tag with these params. Each can be revalidated.
 *
 * @throws TypeError as `tagOf` does.
 */
export function nextTags<TParams>(
  endpoint: EndpointFunction<TParams, unknown>,
  params?: NoInfer<TParams>,
): string[];
export function nextTags(endpoint: unknown, params: unknown = {}): string[] {
  return [tagOf(endpoint as never), tagOf(endpoint as never, params as never)];
}
