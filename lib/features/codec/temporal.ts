import { type Codec, type CodecReport, convertText } from './codec.js';
import { DATE_TIME } from './dates.js';

interface TemporalValue {
  toString(options: object): string;
}

interface TemporalClass {
  from(text: string): TemporalValue;
}

const classOf = (name: string): TemporalClass | undefined =>
  (globalThis as { Temporal?: Record<string, TemporalClass> }).Temporal?.[name];

const convertTemporal = (name: string, pattern: RegExp, value: unknown, report: CodecReport): unknown =>
  convertText<TemporalValue>(
    {
      wanted: `a string for Temporal.${name}`,
      tag: `Temporal.${name}`,
      read: (text) => {
        const wanted = classOf(name);
        // Without the pattern, a PlainDate would drop the time of a date-time.
        if (wanted) return pattern.test(text) ? wanted.from(text) : undefined;
        report('Temporal is missing: load a polyfill');
        return text;
      },
      // Otherwise a PlainDate of another calendar would write its name.
      write: (temporal) => temporal.toString({ calendarName: 'never' }),
    },
    value,
    report,
  );

const convertInstant: Codec['decode'] = (value, report) =>
  convertTemporal('Instant', DATE_TIME, value, report);

const convertPlainDate: Codec['decode'] = (value, report) =>
  convertTemporal('PlainDate', /^\d{4}-\d\d-\d\d$/, value, report);

const convertPlainTime: Codec['decode'] = (value, report) =>
  convertTemporal('PlainTime', /^\d\d:\d\d:[0-5]\d(\.\d+)?$/, value, report);

/** Converts RFC 3339 text to a `Temporal.Instant`, and back. Reads the global `Temporal` at each conversion. */
export const instant: Codec = { decode: convertInstant, encode: convertInstant };

/** Converts a `YYYY-MM-DD` string to a `Temporal.PlainDate`, and back. */
export const plainDate: Codec = { decode: convertPlainDate, encode: convertPlainDate };

/** Converts an `hh:mm:ss` string, with or without a fraction, to a `Temporal.PlainTime`, and back. */
export const plainTime: Codec = { decode: convertPlainTime, encode: convertPlainTime };
