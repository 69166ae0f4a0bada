/** Whom a class holds for. */
export const UNDICI = ['undici'];
export const SEMANTICS = ['semantics'];
export const BOTH = ['undici', 'semantics'];

const ASKS = ['validated', 'forwarded', 'refused'];
const SERVES = ['hit', 'behind'];

const acts = (ours, theirs) => (seen) =>
  seen.what === 'act' && ours.includes(seen.ours.act) && theirs.includes(seen.theirs.act);

/** homing asks where the other answers. */
export const asksMore = acts(ASKS, SERVES);
/** homing answers where the other asks. */
export const asksLess = acts(SERVES, ASKS);
export const asksElse = acts(ASKS, ASKS);
export const servesElse = acts(SERVES, SERVES);
