import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../lib/index.js';
import { errorResult } from '../../lib/testing.js';

describe('errorResult (rules.md#the-test-stub)', () => {
  it('is a well-formed error', async () => {
    const body = { why: 'gone' };
    const result = errorResult(410, body);
    expect(result.data).toBeNull();
    expect(result.error).toBeInstanceOf(ApiError);
    expect(result.error).toMatchObject({ kind: 'http', status: 410 });
    expect(result.error.body).toBe(body);
    expect(result.response?.status).toBe(410);
    expect((await result.retry()).error?.status).toBe(410);
  });

  it.each([400, 404, 429, 500, 503])("(%d) is 'http' with body null", (status) => {
    expect(errorResult(status).error).toMatchObject({ kind: 'http', status, body: null });
  });
});
