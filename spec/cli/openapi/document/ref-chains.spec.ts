import { describe, expect, it } from 'vitest';
import { RefChains } from '../../../../lib/cli/openapi/document/ref-chains.js';

/** Adds files one by one. Returns the pointers of the cycles, and the changed files. */
const opened = (files: Record<string, unknown>) => {
  const content = structuredClone(files);
  const chains = new RefChains((_, ref) => ref);
  const circles = Object.entries(content).flatMap(([address, file]) =>
    chains.add(address, file).map((circle) => `${circle.address}#${circle.pointer}`),
  );
  return { circles: circles.sort(), content };
};
const $ = ($ref: string): object => ({ $ref });

describe('RefChains', () => {
  it.each([
    ['a $ref to itself', { a: $('#/a') }, ['/a']],
    ['two $refs to each other', { a: $('#/b'), b: $('#/a') }, ['/a', '/b']],
    ['a $ref below itself', { a: $('#/a/x') }, ['/a']],
    ['two $refs below each other', { a: $('#/b/x'), b: $('#/a/y') }, ['/a', '/b']],
    ['two cycles', { a: $('#/b'), b: $('#/a'), c: $('#/d'), d: $('#/c') }, ['/a', '/b', '/c', '/d']],
    ['a cycle with other $refs to it', { c: $('#/a'), a: $('#/b'), b: $('#/a'), d: $('#/b') }, ['/a', '/b']],
    ['a $ref to the document', { a: $('#') }, []],
    ['a $ref to its own parent', { a: { items: $('#/a') } }, []],
    ['an unresolved $ref', { a: $('#/b'), b: $('#/c/d'), c: $('gone') }, []],
    ['anchors', { a: $('#b'), b: $('#a') }, []],
  ])('breaks only the cycles in %s', (_, file, circles) => {
    expect(opened({ f: file }).circles).toEqual(circles.map((pointer) => `f#${pointer}`));
  });

  it.each([
    [{ f: { a: $('g#/a') }, g: { a: $('f#/a') } }],
    [{ f: { a: $('g#/a'), b: $('#/a') }, g: { a: $('h#/a') }, h: { a: $('f#/b') } }],
    [{ f: { a: $('g#/a/x') }, g: { a: $('f#/a') } }],
  ])('breaks cycles across files', (files) => {
    const { circles, content } = opened(files);
    expect(circles.length).toBeGreaterThan(0);
    expect(opened(content).circles).toEqual([]);
  });

  it('follows paths through other $refs', () => {
    const file = { a: $('#/b/c'), b: $('#/d'), d: { c: $('#/e') }, e: {} };
    expect(opened({ f: file })).toEqual({ circles: [], content: { f: file } });
  });

  it('resolves the first entry of a very long chain to the end', () => {
    const length = 20_000;
    const chain = (at: number): object => (at < length ? $(`#/s${at + 1}`) : { type: 'string' });
    const file = Object.fromEntries(Array.from({ length: length + 1 }, (_, at) => [`s${at}`, chain(at)]));
    const { circles, content } = opened({ f: file });
    const { f } = content as { f: Record<string, { $ref?: string }> };
    const hops = (name: string): number => {
      const next = f[name]?.$ref?.slice(2);
      return next === undefined ? 0 : 1 + hops(next);
    };
    expect(circles).toEqual([]);
    expect(Math.max(...Object.keys(f).map(hops))).toBeLessThanOrEqual(51);
  });

  it('breaks a cycle of very many entries', () => {
    const length = 20_000;
    const file = Object.fromEntries(
      Array.from({ length }, (_, at) => [`s${at}`, $(`#/s${(at + 1) % length}`)]),
    );
    expect(opened({ f: file }).circles).toHaveLength(length);
  });
});
