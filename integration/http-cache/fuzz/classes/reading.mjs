import { UNDICI, SEMANTICS, BOTH } from './kinds.mjs';

const DURATIONS = 'max-age|s-maxage|min-fresh|max-stale|stale-while-revalidate|stale-if-error';

/** A duration that is not a whole number of seconds. */
const BROKEN = new RegExp(`^(?!max-stale,?$)(${DURATIONS})(?!="?\\d+"?,?$)`);

const BROKEN_STALE = /^max-stale(?!="?\d+"?,?$)(?!,?$)/;

/** A directive without an argument that has one, or has invalid characters after it. */
const OVERDONE =
  /^(no-store|no-cache|private|public|must-revalidate|proxy-revalidate|must-understand|immutable|only-if-cached)[^,-]/;

/** Classes about parsing. */
export const READING = [
  {
    name: 'an invalid Age',
    why: 'the first member counts if it consists of digits; otherwise the field is ignored',
    section: 'RFC 9111, 5.1',
    of: BOTH,
    fits: ({ facts }) => facts.response('age', /^(?!\d{1,9}$)/),
  },
  {
    name: 'a date in small letters',
    why: 'is still read',
    section: 'RFC 9110, 5.6.7; rules: freshness',
    of: UNDICI,
    fits: ({ facts }) => facts.hasDate(/gmt$/),
  },
  {
    name: 'an invalid date',
    why: 'Expires counts as past, Date as the time of the response, and Last-Modified only for validation',
    section: 'RFC 9111, 5.3; RFC 9110, 6.6.1',
    of: BOTH,
    fits: ({ facts }) => facts.hasDate(/^(0|-1|yesterday|)$|\+0000$/),
  },
  {
    name: 'invalid seconds',
    why: 'count as 0, and for min-fresh as infinite; the others ignore some values and guess others',
    section: 'RFC 9111, 4.2.1; rules: freshness',
    of: BOTH,
    fits: ({ facts }) => facts.told(BROKEN) || facts.asked(BROKEN) || facts.asked(BROKEN_STALE),
  },
  {
    name: 'an unexpected argument',
    why: 'a restricting directive counts without it, and so does an allowing one',
    section: 'RFC 9111, 5.2; rules: freshness',
    of: BOTH,
    fits: ({ facts }) => facts.told(OVERDONE) || facts.asked(OVERDONE),
  },
  {
    name: 'a quoted string',
    why: 'its content is not a directive; if it never ends, a forbidding directive in it counts',
    section: 'RFC 9111, 5.2; RFC 9110, 5.6.4',
    of: BOTH,
    fits: ({ facts }) => facts.told(/"/) || facts.asked(/"/),
  },
  {
    name: 'the case of letters',
    why: 'names of directives are case-insensitive',
    section: 'RFC 9111, 5.2',
    of: SEMANTICS,
    fits: ({ facts }) => facts.isInCapitals,
  },
  {
    name: 'a repeated directive',
    why: 'the smallest value counts',
    section: 'RFC 9111, 4.2.1; rules: freshness',
    of: BOTH,
    fits: ({ facts }) => facts.isTwice,
  },
];
