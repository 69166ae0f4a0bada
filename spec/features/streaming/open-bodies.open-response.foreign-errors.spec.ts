import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/index.js';
import { createTestClient } from '../../support/client.js';
import { broken } from '../../support/streams.js';

const foreign = new ApiError({ kind: 'abort', request: { method: 'GET', url: '' } });

describe('an ApiError that reading a body throws', () => {
  it("is no error of the call where the body threw it: the call is 'network', with it as the cause", async () => {
    const { error, response } = await createTestClient({
      fetch: async () => new Response(broken(foreign)),
    }).api.call();
    expect(error).toMatchObject({ kind: 'network', status: 0, cause: foreign });
    expect(response).toBeNull();
  });
});
