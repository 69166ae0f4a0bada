import { describe, expect, it } from 'vitest';
import { linkTo } from '../../../lib/features/pagination/next-link.js';

describe('the link of a relation (RFC 8288)', () => {
  it.each<[string, string, string | undefined]>([
    ['a quoted relation', '</a>; rel="next"', '/a'],
    ['a bare one', '</a>;rel=next', '/a'],
    ['in any case', '</a>; REL="Next"', '/a'],
    ['one of several in one value', '</a>; rel="last  next"', '/a'],
    ['one of several links', '</z>; rel="prev", </a>; rel="next", </b>; rel="last"', '/a'],
    ['the first of two', '</a>; rel=next, </b>; rel=next', '/a'],
    ['behind other parameters', '</a>; title="x"; foo; type=text/html ; rel = "next"', '/a'],
    ['with commas and semicolons in the URL', '</a;x=1?q=b,c;d>; rel="next"', '/a;x=1?q=b,c;d'],
    ['with a quoted string that looks like a link', '</z>; title="</b>; rel=\\"next\\", "; rel=next', '/z'],
    ['escaped in the quoted string', '</a>; rel="n\\ext"', '/a'],
    ['behind empty members of the list', ' , ,</z>; rel=prev,, </a>; rel=next', '/a'],
    ['of the first rel alone', '</a>; rel=prev; rel=next', undefined],
    ['of the page itself', '</a>; rel=next; anchor="/other", </b>; rel=next', '/b'],
    ['not one that only begins so', '</a>; rel="nextish"', undefined],
    ['not the value of another parameter', '</a>; rev=next; title=next', undefined],
    ['not without a rel', '</a>', undefined],
    ['not without a target', 'rel="next"', undefined],
    ['not in an open target', '</a; rel="next"', undefined],
    ['to the end of an open quoted string', '</a>; rel="next', '/a'],
    ['without the blanks around the URL', '< /a?page=2\t >; rel=next', '/a?page=2'],
    ['an empty target', '<>; rel=next', ''],
    ['none in an empty header', '', undefined],
  ])('is found %s', (_what, header, target) => {
    expect(linkTo('next', header)).toBe(target);
  });

  it.each<[string, (size: number) => string]>([
    ['open targets', (size) => '<'.repeat(size)],
    ['open quotes', (size) => '<a>;x="'.repeat(size)],
    ['links with an open quote each', (size) => '<a>;x="\\",'.repeat(size)],
    ['one long quoted string', (size) => `<a>;x="${'y'.repeat(size)}`],
    ['blanks', (size) => `<a>${' '.repeat(size)}x`],
    ['blanks behind semicolons', (size) => `<a>${'; '.repeat(size)}"`],
    ['blanks behind a name', (size) => `<a>;x${' '.repeat(size)}y`],
    ['commas', (size) => ','.repeat(size)],
    ['names', (size) => `<a>${Array.from({ length: size }, (_, at) => `;n${at}`).join('')}`],
    ['relations', (size) => `<a>;rel="${'a '.repeat(size)}"`],
  ])('is looked for in time in proportion to the header: %s', (_what, headerOf) => {
    const header = headerOf(200_000);
    const began = performance.now();
    expect(linkTo('next', header)).toBeUndefined();
    // In proportion it is some milliseconds; by the square, minutes.
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
