import { Agent } from 'undici';
import { nodeFetch } from '../../dist/node.js';
import { hedgedFetch, RetryBudget } from '../../dist/resilience.js';
import { withLimit, withProgress } from '../../dist/transfer.js';

const LIMIT = 1_000_000;
const agent = new Agent({ pipelining: 1 });
const few = new Agent({ connections: 4 });
const throwing = () => {
  throw new Error('told too much');
};

const platformFetch = globalThis.fetch;

/** The transports. Each is called only for its own requests, so that the really sent requests are recorded. */
const SENDERS = {
  'the global fetch': () => platformFetch,
  nodeFetch: () => nodeFetch({ maxResponseSize: LIMIT }),
  'nodeFetch with an agent': () => nodeFetch({ dispatcher: agent }),
  'nodeFetch with an agent of few connections': () => nodeFetch({ dispatcher: few, maxResponseSize: LIMIT }),
};

const WRAPPERS = {
  'as it is': (fetch) => fetch,
  hedged: (fetch, draw) =>
    hedgedFetch(fetch, {
      delay: draw.of(0, 20, 100),
      max: draw.of(1, 2),
      budget: draw.of(undefined, new RetryBudget({ capacity: 2 })),
    }),
  limited: (fetch) => withLimit({ maxResponseSize: LIMIT, fetch }),
  'with progress': (fetch) => withProgress({ fetch }),
  'limited and hedged': (fetch, draw) =>
    withLimit({ maxResponseSize: LIMIT, fetch: WRAPPERS.hedged(fetch, draw) }),
};

/** The fetches of a client, with their options. `count` wraps the function that really sends. */
export const drawFetch = (draw, count) => {
  const send = count(draw.named('by', SENDERS)());
  const fetch = draw.named('which is', WRAPPERS)(send, draw);
  const report = draw.of(undefined, () => undefined, throwing);
  return { fetch, fetchOptions: { onUploadProgress: report, onDownloadProgress: report } };
};
