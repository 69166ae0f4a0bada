import { type Backoff, ExponentialBackoff } from '../../../backoff.js';

/** How a service says that there were too many requests, where it gives no figures. */
export interface RateLimitRules {
  /** The statuses that say so. */
  readonly refusals: readonly number[];
  /** How long to wait when it gives no figures. */
  readonly backoff: Backoff;
  /** What the body of a refusal says that has figures which don't explain it; undefined for no such thing. */
  readonly inBody: RegExp | undefined;
}

export const ANY_SERVICE: RateLimitRules = {
  refusals: [429],
  backoff: /* @__PURE__ */ new ExponentialBackoff(),
  inBody: undefined,
};

/** The services whose own rules are known, by the name of their preset. */
export const PRESETS: { readonly github: RateLimitRules } = {
  // It says "You have exceeded a secondary rate limit" with a 403 that looks like one for a lack of rights.
  github: {
    refusals: [429, 403],
    backoff: /* @__PURE__ */ new ExponentialBackoff({ baseDelay: 60_000, maxDelay: 3_600_000 }),
    inBody: /rate limit/i,
  },
};
