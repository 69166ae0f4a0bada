// The tests that homing's cache fails on purpose, each with its reason. A test that passes must be removed from this
// list.

const named = (reason, ...ids) => Object.fromEntries(ids.map((id) => [id, reason]));

const BOTH = {
  ...named(
    'a stale response replaces a broken connection only if the server allows it, but these tests expect it',
    'stale-close-must-revalidate',
    'stale-close-no-cache',
  ),
  ...named('Set-Cookie is meant for one user, and is never stored', 'headers-store-Set-Cookie'),
  ...named('responses to POST are not stored', 'method-POST'),
  ...named(
    'only the server knows the meaning of a language tag',
    'vary-normalise-lang-order',
    'vary-normalise-lang-case',
    'vary-normalise-lang-select',
  ),
  ...named(
    'a Range bypasses the cache, and a 206 is not stored',
    'partial-store-partial-reuse-partial',
    'partial-store-complete-reuse-partial',
    'partial-store-complete-reuse-partial-no-last',
    'partial-store-complete-reuse-partial-suffix',
    'partial-store-partial-reuse-partial-byterange',
    'partial-store-partial-reuse-partial-absent',
    'partial-store-partial-reuse-partial-suffix',
    'partial-store-partial-complete',
    'partial-use-headers',
    'partial-use-stored-headers',
  ),
};

/** The minimum of passed tests for each mode. */
export const GOALS = {
  private: { required: 132, optimal: 64 },
  shared: { required: 143, optimal: 84 },
};

/** The failing tests by mode, with the reason. */
export const ALLOWED = {
  private: {
    ...BOTH,
    ...named('a Cookie identifies the user: each value has its own responses', 'other-cookie'),
  },
  shared: {
    ...BOTH,
    ...named(
      'as above, for directives that only a shared cache respects',
      'stale-close-proxy-revalidate',
      'stale-close-s-maxage=2',
    ),
    ...named(
      'a response with Set-Cookie is meant for one user, unless it is declared public',
      'other-set-cookie',
    ),
    ...named(
      "without Last-Modified, the stored response can't be compared with the caller's",
      'conditional-lm-fresh-no-lm',
    ),
    ...named(
      'CDN-Cache-Control is for a CDN, which homing is not',
      'cdn-max-age',
      'cdn-max-age-max',
      'cdn-max-age-max-plus',
      'cdn-max-age-age',
      'cdn-max-age-0',
      'cdn-max-age-extension',
      'cdn-max-age-expires',
      'cdn-max-age-cc-max-age-invalid-expires',
      'cdn-max-age-0-expires',
      'cdn-max-age-short-cc-max-age',
      'cdn-max-age-long-cc-max-age',
      'cdn-private',
      'cdn-no-cache',
      'cdn-no-store-cc-fresh',
      'cdn-fresh-cc-nostore',
      'cdn-cc-invalid-sh-type-unknown',
      'cdn-cc-invalid-sh-type-wrong',
    ),
  },
};
