/**
 * The intended differences between nodeFetch and undici's fetch. `docs` is a phrase of docs/node.md that describes the
 * difference. `tests` are the names, or patterns of the names, of exactly the tests that fail because of it.
 */
export const REFUSALS = [
  {
    id: 'user-agent',
    reason: 'It replaces the fetch of Node, whose user agent is node. The package uses undici.',
    docs: '`user-agent: node`',
    where: [{ suite: 'fetch', tests: ['user-agent.js > user-agent defaults correctly'] }],
  },
  {
    id: 'the case of names in a Headers object',
    reason: "It doesn't tell how they were spelled to anyone but undici. A record keeps the case.",
    docs: 'The names of a `Headers` object are sent in lower case',
    where: [
      {
        suite: 'fetch',
        tests: ['headers-case.js > Headers retain keys case-sensitive', 'headers-case.js > the process ends'],
      },
    ],
  },
  {
    id: 'referer and origin',
    reason:
      'They describe the page that sends a request, but Node has no page. A program can set these headers.',
    docs: '`referrer` and `referrerPolicy` (send a `referer` header)',
    where: [
      {
        suite: 'fetch',
        undici: [7, 8],
        tests: [
          'issue-3767.js > referrerPolicy unsafe-url is respected',
          'issue-3767.js > the process ends',
          'referrrer-policy.js > referrer-policy > should set referrer policy from response headers on redirect',
          'referrrer-policy.js > referrer-policy > should select the first valid police',
          'referrrer-policy.js > referrer-policy > should select the first valid policy #2',
          'referrrer-policy.js > referrer-policy > should pick the last fallback over invalid policy tokens',
          'referrrer-policy.js > referrer-policy > should set not change request referrer policy if no Referrer-Policy from initial redirect response',
          'referrrer-policy.js > referrer-policy > should set not change request referrer policy if the policy is a non-valid Referrer Policy',
          'referrrer-policy.js > referrer-policy > should set not change request referrer policy if the policy is a non-valid Referrer Policy #2',
          'referrrer-policy.js > referrer-policy > referrer policy is origin',
          'referrrer-policy.js > referrer-policy > referrer policy is strict-origin-when-cross-origin',
          'referrrer-policy.js > referrer-policy > referrer policy is unsafe-url',
          'referrrer-policy.js > the process ends',
        ],
      },
      {
        suite: 'web platform',
        tests: [
          /^\/fetch\/api\/basic\/referrer\.any\.html > /,
          /^\/fetch\/api\/basic\/request-headers\.any\.html > Fetch with (POST|PUT) /,
        ],
      },
    ],
  },
  {
    id: 'the words of an error',
    reason:
      'The error for a URL that is not absolute says what to do, too. The test wants the words of fetch, and ends there.',
    docs: '**Errors say more:**',
    where: [
      {
        suite: 'fetch',
        tests: [
          'relative-url.js > fetch',
          'relative-url.js > fetch > Basic fetch',
          'relative-url.js > fetch > fetch return',
        ],
      },
    ],
  },
  {
    id: 'a buffer that was given away',
    reason:
      'Its content is gone. undici 7 and 8 send an empty body, which is never intended. undici 6 rejects it too.',
    docs: '**A transferred buffer is rejected as a body**',
    where: [
      {
        suite: 'fetch',
        undici: [7, 8],
        tests: ['issue-4789.js > transferred buffers and extractBody works'],
      },
    ],
  },
  {
    id: 'opaque responses',
    reason: 'mode hides responses of other sites from the scripts of a page, but Node has no page.',
    docs: 'because they need a page: `mode`',
    where: [
      {
        suite: 'web platform',
        undici: [7, 8],
        tests: [
          '/fetch/api/redirect/redirect-back-to-original-origin.any.html > original => remote => original with mode: "no-cors"',
        ],
      },
    ],
  },
  {
    id: "undici's file in a stack",
    reason:
      'The stack names who awaits the call, as with fetch, and the file that sent it, which is another.',
    docs: 'The stack names the caller',
    where: [
      {
        suite: 'fetch',
        undici: [7, 8],
        tests: [
          'client-error-stack-trace.js > FETCH: request errors and prints trimmed stack trace',
          'client-error-stack-trace.js > FETCH-index: request errors and prints trimmed stack trace',
        ],
      },
    ],
  },
];
