import { describe } from '@jest/globals';
import { tellsRequestsApart } from '../../contracts/requests-apart.js';
import { type Asked, change, echoing, partsOf } from '../../support/wire-pairs.js';

/** Asks for all of it at once, under `share`; gives the answers and how many requests were sent. */
const askAll = async (list: readonly Asked[]) => {
  const { api, sent } = echoing({}, { share: true });
  const calls = list.map((asked) => {
    const [params, options] = partsOf(asked);
    const call = api[asked.endpoint](params, options);
    change(asked, params);
    return call;
  });
  const results = await Promise.all(calls);
  return { answers: results.map(({ data }) => data), count: sent.length };
};

describe('share', () => tellsRequestsApart(askAll));
