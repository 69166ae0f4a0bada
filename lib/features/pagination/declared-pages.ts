import { type EndpointHandle, InvalidInputError, type PageRules } from '../../core/internal.js';

/**
 * Returns the `pages` of an endpoint; undefined if it declares none. Throws an InvalidInputError for another value than
 * the result of `cursorPages` or a similar function.
 */
export function pagesOf({ definition: { name, protocol } }: EndpointHandle): PageRules | undefined {
  const { pages } = protocol.definition;
  if (pages == null || typeof (pages as Partial<PageRules>)['~next'] === 'function')
    return pages ?? undefined;
  throw InvalidInputError.ofOption(`pages of "${name}"`, pages, 'cursorPages(…) from homing/pagination');
}
