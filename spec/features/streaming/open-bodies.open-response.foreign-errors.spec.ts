import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/index.js';
import { createTestClient } from '../../support/client.js';
import { broken } from '../../support/streams.js';

const foreign = new ApiError({ kind: 'abort', request: { method: 'GET', url: '' } });

describe('an ApiError that reading a body throws', () => {
  it("is the cause of a 'network' error, and not the error of the call", async () => {
    const { error, response } = await createTestClient({
      fetch: async () => new Response(broken(foreign)),
    }).api.call();
    expect(error).toMatchObject({ kind: 'network', status: 0, cause: foreign });
    expect(response).toBeNull();
  });
});
