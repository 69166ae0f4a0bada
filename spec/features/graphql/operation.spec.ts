import { expect, it } from 'vitest';
import { createGraphQL } from '../../../lib/index.js';
import { stubFetch } from '../../support/client.js';
import { DOCUMENT } from '../../support/one-operation.js';
import { secondCopy } from '../../support/second-copy.js';

it('an Operation is recognized by another copy of the package', async () => {
  const fetch = stubFetch({ data: { data: { a: 1 } } });
  const thing = new (secondCopy().Operation)({ operation: DOCUMENT });
  const api = createGraphQL({ endpoint: '/graphql', fetch, operations: { thing } });
  expect((await api.thing()).data).toEqual({ a: 1 });
});
