import { UNDICI, BOTH, asksElse, servesElse } from './kinds.mjs';

/** Classes about request directives, users and Vary. */
export const ASKING = [
  {
    name: 'only-if-cached',
    why: 'nothing is sent, not even to revalidate a served response, and a miss is a 504; the others send it, or ignore a directive with an argument',
    section: 'RFC 9111, 5.2.1.7',
    of: BOTH,
    fits: (seen) =>
      (asksElse(seen) && seen.ours.act === 'refused') ||
      (servesElse(seen) && seen.ours.act === 'hit' && seen.facts.asked(/^only-if-cached/i)),
  },
  {
    name: 'another user',
    why: 'in a private cache, each user has separate responses, whatever the value of Vary',
    section: 'RFC 9111, 7.3; stricter: rules: keys and users',
    of: BOTH,
    fits: ({ ours, theirs, facts }) =>
      !facts.isShared &&
      facts.isOtherUser &&
      (ours.act === 'forwarded' || ours.act === 'refused' || ours.from !== theirs.from),
  },
  {
    name: 'a condition of the caller',
    why: 'a fresh match is a 304 for the caller; other requests are forwarded unchanged, and only the caller gets the response',
    section: 'RFC 9111, 4.3.2; stricter: rules: stale responses and validation',
    of: BOTH,
    fits: ({ ours, facts }) => facts.isConditional && ['hit', 'forwarded', 'refused'].includes(ours.act),
  },
  {
    name: 'no-store in the request',
    why: 'the cache stores no response to this request, and uses no stored response for it',
    section: 'RFC 9111, 5.2.1.5',
    of: BOTH,
    fits: ({ ours, facts }) => facts.askedEver(/^no-store/) && ['forwarded', 'refused'].includes(ours.act),
  },
  {
    name: 'Pragma',
    why: 'it is deprecated, and was never defined for responses',
    section: 'RFC 9111, 5.4',
    of: BOTH,
    fits: ({ facts }) => facts.request('pragma') || facts.response('pragma'),
  },
  {
    name: 'Authorization in a private cache',
    why: 'only shared caches need permission to store a response to it',
    section: 'RFC 9111, 3.5',
    of: UNDICI,
    fits: ({ ours, theirs, facts }) =>
      !facts.isShared &&
      facts.requests('authorization') &&
      ours.act !== 'forwarded' &&
      ['forwarded', 'refused'].includes(theirs.act),
  },
  {
    name: 'Set-Cookie in a shared cache',
    why: 'the response is stored without the field, and only if it is public',
    section: 'RFC 9111, 7.3; rules: storing',
    of: BOTH,
    fits: ({ facts }) => facts.isShared && facts.response('set-cookie'),
  },
  {
    name: 'Cookie in a shared cache',
    why: 'a response to a Cookie is stored only with permission, as with Authorization',
    section: 'stricter: rules: storing',
    of: BOTH,
    fits: ({ ours, facts }) => facts.isShared && facts.requests('cookie') && ours.act === 'forwarded',
  },
  {
    name: 'Vary: Cookie',
    why: 'if the call sets none, the platform might set one invisibly: not stored',
    section: 'stricter: rules: storing',
    of: BOTH,
    fits: ({ ours, facts }) =>
      facts.response('vary', /cookie/i) && ['forwarded', 'refused'].includes(ours.act),
  },
  {
    name: 'Vary: Accept-Encoding',
    why: 'the platform decodes the coding that it negotiates: the stored bytes are the same',
    section: 'rules: keys and users',
    of: BOTH,
    fits: (seen) =>
      seen.facts.response('vary', /accept-encoding/i) &&
      seen.facts.requests('accept-encoding') &&
      seen.ours.act !== 'forwarded',
  },
  {
    name: 'Vary, several responses',
    why: 'each combination of the named headers has its own response, and white space in them is ignored',
    section: 'RFC 9111, 4.1',
    of: BOTH,
    fits: ({ ours, facts }) => facts.response('vary', /^[^*]*$/) && ours.act !== 'forwarded',
  },
  {
    name: 'Vary: *',
    why: 'never matches, so it is not stored, not even for failures; an invalid name counts as *',
    section: 'RFC 9111, 4.1',
    of: BOTH,
    fits: ({ ours, facts }) => facts.response('vary', /\*|\w \w/) && ours.body !== 'old',
  },
];
