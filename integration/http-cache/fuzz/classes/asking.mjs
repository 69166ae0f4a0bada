import { UNDICI, BOTH, asksElse, servesElse } from './kinds.mjs';

/** Classes about request directives, users and Vary. */
export const ASKING = [
  {
    name: 'only-if-cached',
    why: 'nothing may be sent, behind what is served neither, and with nothing to serve it is a 504; the others send it, or overlook a directive with an argument',
    section: 'RFC 9111, 5.2.1.7',
    of: BOTH,
    fits: (seen) =>
      (asksElse(seen) && seen.ours.act === 'refused') ||
      (servesElse(seen) && seen.ours.act === 'hit' && seen.facts.asked(/^only-if-cached/i)),
  },
  {
    name: 'another user',
    why: 'in a private cache everyone who asks has answers of their own, whatever Vary says',
    section: 'RFC 9111, 7.3; stricter: rules: keys and users',
    of: BOTH,
    fits: ({ ours, theirs, facts }) =>
      !facts.isShared &&
      facts.isOtherUser &&
      (ours.act === 'forwarded' || ours.act === 'refused' || ours.from !== theirs.from),
  },
  {
    name: 'a condition of the caller',
    why: 'a fresh match is a 304 for the caller; all else is forwarded as it is, and its answer is for the caller alone',
    section: 'RFC 9111, 4.3.2; stricter: rules: stale responses and validation',
    of: BOTH,
    fits: ({ ours, facts }) => facts.isConditional && ['hit', 'forwarded', 'refused'].includes(ours.act),
  },
  {
    name: 'no-store in the request',
    why: 'neither this request nor an answer to it is stored, and nothing that is stored answers it',
    section: 'RFC 9111, 5.2.1.5',
    of: BOTH,
    fits: ({ ours, facts }) => facts.askedEver(/^no-store/) && ['forwarded', 'refused'].includes(ours.act),
  },
  {
    name: 'Pragma',
    why: 'it is deprecated, and was never defined for answers',
    section: 'RFC 9111, 5.4',
    of: BOTH,
    fits: ({ facts }) => facts.request('pragma') || facts.response('pragma'),
  },
  {
    name: 'Authorization in a private cache',
    why: 'that an answer to it needs leave to be stored holds for shared caches',
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
    why: 'stored without the field, and only where the answer is public',
    section: 'RFC 9111, 7.3; rules: storing',
    of: BOTH,
    fits: ({ facts }) => facts.isShared && facts.response('set-cookie'),
  },
  {
    name: 'Cookie in a shared cache',
    why: 'what was answered to a Cookie is stored only with leave, as with Authorization',
    section: 'stricter: rules: storing',
    of: BOTH,
    fits: ({ ours, facts }) => facts.isShared && facts.requests('cookie') && ours.act === 'forwarded',
  },
  {
    name: 'Vary: Cookie',
    why: 'where the call sets none the platform may, unseen: not stored',
    section: 'stricter: rules: storing',
    of: BOTH,
    fits: ({ ours, facts }) =>
      facts.response('vary', /cookie/i) && ['forwarded', 'refused'].includes(ours.act),
  },
  {
    name: 'Vary: Accept-Encoding',
    why: 'what the platform negotiates it also decodes: the stored bytes are the same',
    section: 'rules: keys and users',
    of: BOTH,
    fits: (seen) =>
      seen.facts.response('vary', /accept-encoding/i) &&
      seen.facts.requests('accept-encoding') &&
      seen.ours.act !== 'forwarded',
  },
  {
    name: 'Vary, several answers',
    why: 'each combination of the named headers keeps its own answer, and white space in them counts for nothing',
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
