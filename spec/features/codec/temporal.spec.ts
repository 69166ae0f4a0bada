import { afterEach, describe, expect, it, vi } from 'vitest';
import { instant, plainDate, plainTime } from '../../../lib/entries/codec.js';
import { decoded, encoded } from '../../support/converted.js';

/** A small stand-in for a class of Temporal. */
const classOf = (name: string): object =>
  class Part {
    readonly [Symbol.toStringTag] = `Temporal.${name}`;
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
    static from(text: string): Part {
      if (text.includes('02-31')) throw new RangeError('no such day');
      return new Part(text);
    }
    toString({ calendarName }: { calendarName: string }): string {
      return calendarName === 'never' ? this.text : `${this.text}[u-ca=hebrew]`;
    }
  };

const CASES = [
  ['Instant', instant, '2026-11-25T14:43:56.123456789Z'],
  ['PlainDate', plainDate, '2026-11-25'],
  ['PlainTime', plainTime, '14:43:56.5'],
] as const;

afterEach(() => vi.unstubAllGlobals());

describe.each(CASES)('the codec of Temporal.%s', (name, codec, text) => {
  it('decodes and encodes with the global Temporal of the moment', () => {
    vi.stubGlobal('Temporal', { [name]: classOf(name) });
    const { value, problems } = decoded(codec, text);
    expect(Object.prototype.toString.call(value)).toBe(`[object Temporal.${name}]`);
    expect(problems).toEqual([]);
    expect(encoded(codec, value)).toEqual({ value: text, problems: [] });
  });

  it('keeps and reports other values', () => {
    vi.stubGlobal('Temporal', { [name]: classOf(name) });
    for (const value of ['2026-02-31', '2026-02-31T00:00:00Z[UTC]', '25:00:60', 7])
      expect(decoded(codec, value)).toEqual({
        value,
        problems: [`: Expected a string for Temporal.${name}`],
      });
    expect(decoded(codec, null)).toEqual({ value: null, problems: [] });
  });

  it('keeps the string and reports it if Temporal is missing', () => {
    vi.stubGlobal('Temporal', undefined);
    expect(decoded(codec, text)).toEqual({
      value: text,
      problems: [': Temporal is missing: load a polyfill'],
    });
    expect(decoded(codec, undefined).problems).toEqual([]);
  });
});

describe('encoding without Temporal', () => {
  it('sends a string as it is', () => {
    vi.stubGlobal('Temporal', undefined);
    expect(encoded(plainDate, '2026-11-25')).toEqual({ value: '2026-11-25', problems: [] });
  });
});
