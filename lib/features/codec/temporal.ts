import { type Codec, leaf } from './codec.js';
import { DATE_TIME } from './dates.js';

interface TemporalValue {
  toString(options: object): string;
}

interface TemporalClass {
  from(text: string): TemporalValue;
}

const classOf = (name: string): TemporalClass | undefined =>
  (globalThis as { Temporal?: Record<string, TemporalClass> }).Temporal?.[name];

const temporal = (name: string, pattern: RegExp): Codec =>
  leaf(
    `a string for Temporal.${name}`,
    `Temporal.${name}`,
    (text, report) => {
      const wanted = classOf(name);
      // Without the pattern, a PlainDate would drop the time of a date-time.
      if (wanted) return pattern.test(text) ? wanted.from(text) : undefined;
      report('Temporal is missing: load a polyfill');
      return text;
    },
    // Otherwise a PlainDate of another calendar would write its name.
    (value: TemporalValue) => value.toString({ calendarName: 'never' }),
  );

/** Converts RFC 3339 text to a `Temporal.Instant`, and back. Reads the global `Temporal` at each conversion. */
export const instant: Codec = /* @__PURE__ */ temporal('Instant', DATE_TIME);

/** Converts a `YYYY-MM-DD` string to a `Temporal.PlainDate`, and back. */
export const plainDate: Codec = /* @__PURE__ */ temporal('PlainDate', /^\d{4}-\d\d-\d\d$/);

/** Converts an `hh:mm:ss` string, with or without a fraction, to a `Temporal.PlainTime`, and back. */
export const plainTime: Codec = /* @__PURE__ */ temporal('PlainTime', /^\d\d:\d\d:[0-5]\d(\.\d+)?$/);
