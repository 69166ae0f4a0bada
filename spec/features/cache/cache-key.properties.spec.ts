import { describe } from 'vitest';
import { cacheMiddleware } from '../../../lib/index.js';
import { tellsRequestsApart } from '../../contracts/requests-apart.js';
import { type Asked, change, echoing, partsOf } from '../../support/wire-pairs.js';

/** Sends these requests through one cache, one after the other. Returns the responses and the number of requests. */
const askAll = async (list: readonly Asked[]) => {
  const { api, sent } = echoing({
    middleware: [cacheMiddleware({ maxSize: 5000, methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] })],
  });
  const answers: unknown[] = [];
  for (const asked of list) {
    const [params, options] = partsOf(asked);
    const call = api[asked.endpoint](params, options);
    change(asked, params);
    answers.push((await call).data);
  }
  return { answers, count: sent.length };
};

describe('a cache', () => tellsRequestsApart(askAll));
