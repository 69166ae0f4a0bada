import { describe, expect, it } from 'vitest';
import { RefChains } from '../../../../lib/cli/openapi/document/ref-chains.js';

/** Takes in files one by one; gives back the pointers of the circles, by file, and the files as they are then. */
const opened = (files: Record<string, unknown>) => {
  const content = structuredClone(files);
  const chains = new RefChains((_, ref) => ref);
  const circles = Object.entries(content).flatMap(([address, file]) =>
    chains.add(address, file).map((circle) => `${circle.address}#${circle.pointer}`),
  );
  return { circles: circles.sort(), content };
};
const $ = ($ref: string): object => ({ $ref });

describe('chains of $refs', () => {
  it.each([
    ['one that names itself', { a: $('#/a') }, ['/a']],
    ['two that name each other', { a: $('#/b'), b: $('#/a') }, ['/a', '/b']],
    ['one within its own way', { a: $('#/a/x') }, ['/a']],
    ['two within the ways of each other', { a: $('#/b/x'), b: $('#/a/y') }, ['/a', '/b']],
    ['two circles', { a: $('#/b'), b: $('#/a'), c: $('#/d'), d: $('#/c') }, ['/a', '/b', '/c', '/d']],
    ['one met by others', { c: $('#/a'), a: $('#/b'), b: $('#/a'), d: $('#/b') }, ['/a', '/b']],
    ['the document itself', { a: $('#') }, []],
    ['what stands in itself', { a: { items: $('#/a') } }, []],
    ['what leads nowhere', { a: $('#/b'), b: $('#/c/d'), c: $('gone') }, []],
    ['anchors', { a: $('#b'), b: $('#a') }, []],
  ])('opens %s', (_, file, circles) => {
    expect(opened({ f: file }).circles).toEqual(circles.map((pointer) => `f#${pointer}`));
  });

  it.each([
    [{ f: { a: $('g#/a') }, g: { a: $('f#/a') } }],
    [{ f: { a: $('g#/a'), b: $('#/a') }, g: { a: $('h#/a') }, h: { a: $('f#/b') } }],
    [{ f: { a: $('g#/a/x') }, g: { a: $('f#/a') } }],
  ])('opens circles over files', (files) => {
    const { circles, content } = opened(files);
    expect(circles.length).toBeGreaterThan(0);
    expect(opened(content).circles).toEqual([]);
  });

  it('follows ways through other $refs', () => {
    const file = { a: $('#/b/c'), b: $('#/d'), d: { c: $('#/e') }, e: {} };
    expect(opened({ f: file })).toEqual({ circles: [], content: { f: file } });
  });

  it('lets the first of a very long chain lead to its end', () => {
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

  it('opens a ring of very many', () => {
    const length = 20_000;
    const file = Object.fromEntries(
      Array.from({ length }, (_, at) => [`s${at}`, $(`#/s${(at + 1) % length}`)]),
    );
    expect(opened({ f: file }).circles).toHaveLength(length);
  });
});
