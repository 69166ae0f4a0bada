/** The caches that a class applies to. */
export const UNDICI = ['undici'];
export const SEMANTICS = ['semantics'];
export const BOTH = ['undici', 'semantics'];

const ASKS = ['validated', 'forwarded', 'refused'];
const SERVES = ['hit', 'behind'];

const acts = (ours, theirs) => (seen) =>
  seen.what === 'act' && ours.includes(seen.ours.act) && theirs.includes(seen.theirs.act);

/** homing sends a request, but the other cache serves a stored response. */
export const asksMore = acts(ASKS, SERVES);
/** homing serves a stored response, but the other cache sends a request. */
export const asksLess = acts(SERVES, ASKS);
export const asksElse = acts(ASKS, ASKS);
export const servesElse = acts(SERVES, SERVES);
