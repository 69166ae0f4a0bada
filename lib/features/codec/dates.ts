import { type Codec, convertText, type TextConversion } from './codec.js';

/**
 * Date and time of RFC 3339: the day, the time, the digits of the fraction, and the offset. The pattern excludes month 13
 * and day 0, because older versions of Hermes parse them.
 */
export const DATE_TIME =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?!00)\d\d)T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** Returns the start of a day in UTC. Throws, or returns undefined, for text that isn't a day of the calendar. */
const dayOf = (text: string): Date | undefined => {
  const day = new Date(`${text}T00:00:00.000Z`);
  // V8 reads February 31 as March 3. The first comparison excludes the signs of extended years.
  return text >= '0' && day.toISOString().slice(0, 10) === text ? day : undefined;
};

/** Returns the ISO form; undefined for a year that needs more than four digits. Throws for an invalid Date. */
const isoOf = (date: Date): string | undefined => {
  const text = date.toISOString();
  return text[24] ? undefined : text;
};

const RFC_3339: TextConversion<Date> = {
  wanted: 'an RFC 3339 date-time',
  tag: 'Date',
  read: (text) => {
    const [, day = '', time, fraction = '', offset = ''] = DATE_TIME.exec(text) ?? [];
    // In the form of ECMAScript, which every engine parses in the same way.
    const found = new Date(`${day}T${time}.${`${fraction}000`.slice(0, 3)}${offset.toUpperCase()}`);
    // The other days are in every month.
    return day && (day.slice(8) < '29' || dayOf(day)) ? found : undefined;
  },
  write: isoOf,
};

const CALENDAR_DAY: TextConversion<Date> = {
  wanted: 'a date YYYY-MM-DD',
  tag: 'Date',
  read: dayOf,
  write: (value) => isoOf(value)?.slice(0, 10),
};

const convertDateTime: Codec['decode'] = (value, report) => convertText(RFC_3339, value, report);

const convertDate: Codec['decode'] = (value, report) => convertText(CALENDAR_DAY, value, report);

/**
 * Converts RFC 3339 text to a `Date`, and a `Date` to the text of `toISOString()`.
 *
 * Fractions of a second are cut after three digits. A leap second stays a string and is reported, because a `Date` can't
 * represent it. An invalid `Date` makes a `'network'` error.
 */
export const dateTime: Codec = { decode: convertDateTime, encode: convertDateTime };

/**
 * Converts a `YYYY-MM-DD` string to a `Date` at midnight UTC, and a `Date` to its day in UTC.
 *
 * An invalid `Date` makes a `'network'` error.
 */
export const date: Codec = { decode: convertDate, encode: convertDate };
