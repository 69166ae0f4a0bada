import { describe, expect, it } from 'vitest';
import { linkTo } from '../../../lib/features/pagination/next-link.js';

describe('the link of a relation (RFC 8288)', () => {
  it.each<[string, string, string | undefined]>([
    ['in a quoted relation', '</a>; rel="next"', '/a'],
    ['in a bare relation', '</a>;rel=next', '/a'],
    ['in any case', '</a>; REL="Next"', '/a'],
    ['as one of several relations in one value', '</a>; rel="last  next"', '/a'],
    ['in one of several links', '</z>; rel="prev", </a>; rel="next", </b>; rel="last"', '/a'],
    ['as the first of two', '</a>; rel=next, </b>; rel=next', '/a'],
    ['after other parameters', '</a>; title="x"; foo; type=text/html ; rel = "next"', '/a'],
    ['with commas and semicolons in the URL', '</a;x=1?q=b,c;d>; rel="next"', '/a;x=1?q=b,c;d'],
    ['with a quoted string that looks like a link', '</z>; title="</b>; rel=\\"next\\", "; rel=next', '/z'],
    ['with an escape in the quoted string', '</a>; rel="n\\ext"', '/a'],
    ['after empty members of the list', ' , ,</z>; rel=prev,, </a>; rel=next', '/a'],
    ['in the first rel only', '</a>; rel=prev; rel=next', undefined],
    ['as the link of the page itself', '</a>; rel=next; anchor="/other", </b>; rel=next', '/b'],
    ['but not for a longer relation', '</a>; rel="nextish"', undefined],
    ['but not in another parameter', '</a>; rev=next; title=next', undefined],
    ['but not without a rel', '</a>', undefined],
    ['but not without a target', 'rel="next"', undefined],
    ['but not in an unclosed target', '</a; rel="next"', undefined],
    ['to the end of an unclosed quoted string', '</a>; rel="next', '/a'],
    ['without the spaces around the URL', '< /a?page=2\t >; rel=next', '/a?page=2'],
    ['as an empty target', '<>; rel=next', ''],
    ['but not in an empty header', '', undefined],
  ])('is found %s', (_what, header, target) => {
    expect(linkTo('next', header)).toBe(target);
  });

  it.each<[string, (size: number) => string]>([
    ['open targets', (size) => '<'.repeat(size)],
    ['open quotes', (size) => '<a>;x="'.repeat(size)],
    ['links with an unclosed quote each', (size) => '<a>;x="\\",'.repeat(size)],
    ['one long quoted string', (size) => `<a>;x="${'y'.repeat(size)}`],
    ['blanks', (size) => `<a>${' '.repeat(size)}x`],
    ['spaces after semicolons', (size) => `<a>${'; '.repeat(size)}"`],
    ['spaces after a name', (size) => `<a>;x${' '.repeat(size)}y`],
    ['commas', (size) => ','.repeat(size)],
    ['names', (size) => `<a>${Array.from({ length: size }, (_, at) => `;n${at}`).join('')}`],
    ['relations', (size) => `<a>;rel="${'a '.repeat(size)}"`],
  ])('is searched in linear time: %s', (_what, headerOf) => {
    const header = headerOf(200_000);
    const began = performance.now();
    expect(linkTo('next', header)).toBeUndefined();
    // Linear time is some milliseconds. Quadratic time would be minutes.
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
