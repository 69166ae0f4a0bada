import { isSearchParams } from '../../core/platform/is-platform.js';
import type { SuccessResult } from '../../core/result/result.js';
import { fieldsOf } from '../../core/wire/fields.js';
import { Refusal } from '../../core/result/refusal.js';
import { isScalar } from '../../core/wire/scalar.js';
import { askedPage } from './asked-page.js';
import { linkTo } from './link-to.js';
import { originOf, queryOf } from './link-target.js';

const OWN_NEXT = 'give the next params by a "next" of your own';

/** One value as it is, several as a list. */
const asParam = (values: readonly string[]): unknown => (values.length === 1 ? values[0] : values);

const asParams = (query: ReadonlyMap<string, string[]>): Record<string, unknown> =>
  Object.fromEntries([...query].map(([name, values]) => [name, asParam(values)]));

/** The params that a page was asked with, by name. */
const namedParams = (params: unknown): Record<string, unknown> =>
  isSearchParams(params) ? asParams(queryOf(`?${String(params)}`)) : { ...fieldsOf(params, () => false) };

/** The values of a param as they are sent in a query. */
const texts = (value: unknown): string[] => [value].flat().filter(isScalar).map(String);

/** The values without others, of which each takes one away. */
const without = (values: readonly string[], others: readonly string[]): string[] => {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return values.filter((value) => {
    const count = left.get(value) ?? 0;
    left.set(value, count - 1);
    return count <= 0;
  });
};

/** Names of the params that stand in the path. */
const pathNames = (path: string): (string | undefined)[] =>
  [...(path.split('?', 1)[0] ?? '').matchAll(/(?:^|\/):(\w+)/g)].map(([, name]) => name);

const refuseOtherOrigin = (link: string, from: string): void => {
  const origin = originOf(from);
  const target = originOf(link, from);
  if (origin !== undefined && target !== origin)
    throw new Refusal(
      `The link to the next page leads to ${String(target)}, and the page came from ${origin}: ${OWN_NEXT}.`,
    );
};

/**
 * A `next` that goes by the `Link` header of the page (RFC 8288): `paginate(api.list, {}, { next: nextLink })`. What
 * stands in the query of the link with `rel="next"` becomes the next params, as text, over those that the page was asked
 * with. Without such a link the walk ends. Requests go to the endpoint, wherever the link leads.
 *
 * Names of path params are passed over, and so is what the page's request had in its query beside its params. Throws a
 * TypeError, with which the iteration rejects, for a link to another origin, for one that wants that part of the query
 * changed, and for one whose query is that of the page itself.
 *
 * @param page The success that is the page.
 * @param params The params that it was asked with.
 */
export function nextLink<TParams>(page: SuccessResult<unknown>, params: TParams): TParams | null {
  // A middleware may answer without one.
  const response = page.response as Response | null;
  const link = linkTo('next', response?.headers.get('link') ?? '');
  if (link === undefined) return null;
  const { url, path } = askedPage(page);
  refuseOtherOrigin(link, response?.url || url);
  const before = namedParams(params);
  const sent = queryOf(url);
  const query = queryOf(link);
  for (const name of pathNames(path)) query.delete(name ?? '');
  let isNew = false;
  for (const [name, values] of query) {
    const asked = sent.get(name) ?? [];
    isNew ||= JSON.stringify(values) !== JSON.stringify(asked);
    const beside = without(asked, texts(before[name]));
    const rest = without(values, beside);
    if (rest.length + beside.length > values.length)
      throw new Refusal(
        `The link to the next page changes ${JSON.stringify(name)}, which its request has beside its params: make a param of it, or ${OWN_NEXT}.`,
      );
    if (rest.length > 0) query.set(name, rest);
    else query.delete(name);
  }
  if (!isNew)
    throw new Refusal(
      `The link to the next page has nothing in its query that this page was not asked with: ${OWN_NEXT}.`,
    );
  return { ...before, ...asParams(query) } as TParams;
}
