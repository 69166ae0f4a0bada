import { endpointOf, paramsText } from '../features/endpoint-handle/endpoint-handle.js';
import type { EndpointFunction } from '../core/internal.js';

/** The longest tag that Next keeps, in characters; a longer one it leaves out. */
const LONGEST = 256;

/** A 64-bit FNV-1a of a text in hexadecimal digits: short, and the same in every process. */
const digest = (text: string): string => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, '0');
};

const fitted = (tag: string): string =>
  tag.length > LONGEST ? `${tag.slice(0, LONGEST - 17)}~${digest(tag)}` : tag;

/**
 * The tag of an endpoint's answers in Next's cache, or of those for some params: `revalidateTag(tagOf(api.getUser, { id }))`,
 * to which Next 16 wants `'max'` or `{ expire: 0 }` behind the tag. Made of the client's name, where it has one, and the
 * endpoint's; params stand in it as a digest, in any order of their members, numbers as their text. At most 256 characters.
 *
 * @throws TypeError for a function that is no endpoint, and for params that make no key.
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

/** With numbers as text: what a page has of its URL is text, and asks the same. */
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
 * The tags of one call, for `fetchOptions: { next: { tags: nextTags(api.getUser, { id }) } }`: that of the endpoint and
 * that of these params, so that either can be revalidated.
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
