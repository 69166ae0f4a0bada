import { UNDICI, SEMANTICS, BOTH, asksMore, asksLess, asksElse, servesElse } from './kinds.mjs';

/** Statuses that http-cache-semantics never stores. */
const UNKNOWN_TO_SEMANTICS = [400, 418, 451, 500, 501, 502, 503, 504];

/** Statuses that are stored only with explicit freshness. */
const REDIRECTS = [302, 303, 307];

/** Statuses that are stored without explicit freshness. */
const HEURISTIC = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501];

const FAILED = [500, 501, 502, 503, 504, 0];

/** Classes about storing, freshness and replacing stored responses. */
export const REUSING = [
  {
    name: 'must-understand',
    why: 'it overrides no-store if the cache understands the status; another status is not stored',
    section: 'RFC 9111, 5.2.2.3',
    of: BOTH,
    fits: ({ facts }) => facts.told(/^must-understand/),
  },
  {
    name: 'must-revalidate on a fresh response',
    why: 'it applies only to stale responses, and so does proxy-revalidate',
    section: 'RFC 9111, 5.2.2.2 and 5.2.2.8',
    of: SEMANTICS,
    fits: (seen) => (asksLess(seen) || servesElse(seen)) && seen.facts.told(/^(must|proxy)-revalidate/),
  },
  {
    name: 'fractions of seconds',
    why: 'Age is in completed seconds; the others round',
    section: 'RFC 9111, 5.1',
    of: BOTH,
    fits: ({ what, ours, theirs }) => what === 'age' && Math.abs(ours.age - theirs.age) === 1,
  },
  {
    name: 'the age after a 304',
    why: 'a validated response is as old as the 304',
    section: 'RFC 9111, 4.3.4 and 4.2.3',
    of: BOTH,
    fits: ({ what, ours, facts }) =>
      what === 'age' && ours.act === 'validated' && facts.step.answer.status === 304,
  },
  {
    name: 'Date in the age',
    why: 'a response is at least as old as its Date',
    section: 'RFC 9111, 4.2.3',
    of: SEMANTICS,
    fits: ({ facts }) => facts.response('date'),
  },
  {
    name: 'stale to the millisecond',
    why: 'a response is fresh only while it is younger than its lifetime',
    section: 'RFC 9111, 4.2',
    of: BOTH,
    fits: (seen) => (asksMore(seen) || servesElse(seen)) && seen.isEdge,
  },
  {
    name: 'white space',
    why: 'is ignored next to a comma',
    section: 'RFC 9110, 5.6.1.2',
    of: UNDICI,
    fits: ({ facts }) => facts.hasSpaces,
  },
  {
    name: 'no-cache in the response',
    why: 'no other directive permits use without validation, or after a failed validation',
    section: 'RFC 9111, 5.2.2.4',
    of: BOTH,
    fits: (seen) =>
      seen.facts.told(/^no-cache/) &&
      (asksMore(seen) || (seen.what === 'answer' && seen.ours.body !== 'old')),
  },
  {
    name: 's-maxage and proxy-revalidate',
    why: 'in a shared cache, a stale response is validated even if other directives permit its use',
    section: 'RFC 9111, 5.2.2.8 and 5.2.2.10',
    of: SEMANTICS,
    fits: (seen) => seen.facts.isShared && asksMore(seen) && seen.facts.told(/^(s-maxage|proxy-revalidate)/),
  },
  {
    name: 'immutable',
    why: 'is a lifetime of a year for a 200 without a lifetime, in preference to Last-Modified, and has no effect on other statuses',
    section: 'RFC 8246, 2; rules: freshness',
    of: BOTH,
    fits: ({ facts }) => facts.told(/^immutable/),
  },
  {
    name: 'max-age of the request',
    why: 'accepts a response of exactly this age',
    section: 'RFC 9111, 5.2.1.1',
    of: UNDICI,
    fits: (seen) => asksLess(seen) && seen.facts.most('max-age') >= Number(seen.ours.age),
  },
  {
    name: 'min-fresh and max-stale to the millisecond',
    why: 'a response that is fresh or stale for exactly this time is accepted',
    section: 'RFC 9111, 5.2.1.2 and 5.2.1.3',
    of: BOTH,
    fits: (seen) => asksLess(seen) && seen.isEdge && seen.facts.asked(/^(min-fresh|max-stale)/),
  },
  {
    name: 'min-fresh before stale-while-revalidate',
    why: 'a response that is not fresh for long enough is requested again',
    section: 'RFC 9111, 5.2.1.3',
    of: UNDICI,
    fits: (seen) => asksMore(seen) && seen.facts.asked(/^min-fresh/),
  },
  {
    name: 'a useless response',
    why: 'a response with neither a lifetime nor a validator is not stored, not even for max-stale',
    section: 'RFC 9111, 3: storing is optional',
    of: SEMANTICS,
    fits: (seen) => asksMore(seen) && seen.facts.asked(/^max-stale/) && !seen.facts.hasValidator,
  },
  {
    name: 'statuses',
    why: 'a response with explicit freshness, or declared private, is stored for every status',
    section: 'RFC 9111, 3',
    of: SEMANTICS,
    fits: (seen) =>
      (asksLess(seen) || asksElse(seen)) &&
      (seen.facts.status(UNKNOWN_TO_SEMANTICS) ||
        (seen.facts.told(/^private/) && seen.facts.status(REDIRECTS))),
  },
  {
    name: 'another tag in a 304',
    why: 'it describes another response, which is requested without a condition',
    section: 'RFC 9111, 4.3.4; rules: stale responses and validation',
    of: BOTH,
    fits: ({ what, ours, facts }) => what === 'times' && ours.times === 2 && facts.step.answer.status === 304,
  },
  {
    name: 'a 304 that must not be stored',
    why: 'the validated response is served once more, and removed',
    section: 'RFC 9111, 5.2.2.5; rules: stale responses and validation',
    of: UNDICI,
    fits: ({ what, facts }) =>
      what === 'times' &&
      facts.step.answer.status === 304 &&
      (facts.told(/^(no-store|private)/) || facts.response('vary')),
  },
  {
    name: 'after a 304',
    why: 'a validated response stays, is fresh again, and gets the new headers',
    section: 'RFC 9111, 3.2 and 4.3.4',
    of: BOTH,
    fits: ({ facts }) => facts.previous?.status === 304,
  },
  {
    name: 'after a failure',
    why: "a failure doesn't affect the stored response, which stays",
    section: 'RFC 9111, 4.3.3',
    of: BOTH,
    fits: ({ facts }) => FAILED.includes(facts.previous?.status),
  },
  {
    name: 'after a newer response',
    why: 'it replaces the stored response; if it is not stored, the old one is removed too',
    section: 'RFC 9111, 4: the most recent response is used',
    of: BOTH,
    fits: ({ facts }) => facts.previous !== undefined && facts.previous.status !== 304,
  },
  {
    name: 'stale-if-error',
    why: 'a network error counts, 501 does not, and the request can allow it too',
    section: 'RFC 5861, 4',
    of: BOTH,
    fits: ({ what, facts }) =>
      what === 'answer' &&
      FAILED.includes(facts.step.answer.status) &&
      (facts.told(/^stale-if-error/) || facts.asked(/^stale-if-error/)),
  },
  {
    name: 'an error in response to a validation',
    why: 'replaces an error only with stale-if-error, even if it is fresh',
    section: 'RFC 9111, 5.2.1.4; RFC 5861, 4',
    of: SEMANTICS,
    fits: ({ what, ours, facts }) =>
      what === 'answer' && ours.body !== 'old' && FAILED.includes(facts.step.answer.status),
  },
  {
    name: 'stale from the start',
    why: 'is stored if stale-while-revalidate permits serving it',
    section: 'RFC 5861, 3',
    of: UNDICI,
    fits: (seen) =>
      seen.what === 'act' && seen.ours.act === 'behind' && ['forwarded', 'refused'].includes(seen.theirs.act),
  },
  {
    name: 'a lifetime from Last-Modified',
    why: 'is a tenth of the time from it to Date, for statuses that are stored by default, and for public responses',
    section: 'RFC 9111, 4.2.2',
    of: UNDICI,
    fits: (seen) =>
      (asksMore(seen) || servesElse(seen)) &&
      seen.facts.response('last-modified') &&
      (seen.facts.response('date') || !seen.facts.status(HEURISTIC)),
  },
  {
    name: 'an invalid tag',
    why: 'is compared without changes, also an empty one',
    section: 'RFC 9110, 8.8.3; RFC 9111, 4.3.4',
    of: UNDICI,
    fits: ({ what, facts }) => what === 'times' && facts.response('etag', /^((W\/)?""|"W\/.*|[^"W].*)$/),
  },
  {
    name: 'max-stale of the request',
    why: 'accepts stale responses, and without a number for any time; undici ignores it without a number, and removes stale responses',
    section: 'RFC 9111, 5.2.1.2',
    of: UNDICI,
    fits: (seen) => (asksLess(seen) || servesElse(seen)) && seen.facts.asked(/^max-stale/),
  },
  {
    name: 'stored for validation',
    why: 'a response with an ETag or Last-Modified is stored, with or without a lifetime; undici needs a lifetime, or a quoted ETag, and removes it after twice the lifetime',
    section: 'RFC 9111, 3 and 4.3.1',
    of: UNDICI,
    fits: (seen) =>
      seen.what === 'act' &&
      seen.facts.hasValidator &&
      seen.ours.act !== 'forwarded' &&
      ['forwarded', 'refused'].includes(seen.theirs.act),
  },
  {
    name: "validated with the server's validators",
    why: 'with only the ETag and Last-Modified of the response, unchanged; undici adds the time of storing',
    section: 'RFC 9111, 4.3.1',
    of: UNDICI,
    fits: ({ what, ours, theirs, facts }) =>
      what === 'condition' ||
      (what === 'act' && ours.act === 'forwarded' && theirs.act === 'validated' && !facts.hasValidator),
  },
];
