import { type Codec, inBothWays, leaf } from './codec.js';
import { DATE_TIME } from './dates.js';

interface TemporalClass {
  from(text: string): { toString(options: object): string };
}

const temporal = (name: string, pattern: RegExp): Codec => {
  const codec = leaf(
    `a string for Temporal.${name}`,
    `Temporal.${name}`,
    // Without the pattern, a PlainDate would drop the time of a date-time.
    (text) => (pattern.test(text) ? classOf(name)!.from(text) : undefined),
    // Otherwise a PlainDate of another calendar would write its name.
    (value) => value.toString({ calendarName: 'never' }),
  );
  return inBothWays((value, report) => {
    if (classOf(name) || value == null) return codec[report.way](value, report);
    report('Temporal is missing: load a polyfill');
    return value;
  });
};

const classOf = (name: string): TemporalClass | undefined =>
  (globalThis as { Temporal?: Record<string, TemporalClass> }).Temporal?.[name];

/** Converts RFC 3339 text to a `Temporal.Instant`, and back. Reads the global `Temporal` at each conversion. */
export const instant: Codec = /* @__PURE__ */ temporal('Instant', DATE_TIME);

/** Converts a `YYYY-MM-DD` string to a `Temporal.PlainDate`, and back. */
export const plainDate: Codec = /* @__PURE__ */ temporal('PlainDate', /^\d{4}-\d\d-\d\d$/);

/** Converts an `hh:mm:ss` string, with or without a fraction, to a `Temporal.PlainTime`, and back. */
export const plainTime: Codec = /* @__PURE__ */ temporal('PlainTime', /^\d\d:\d\d:[0-5]\d(\.\d+)?$/);
