import { describe, expect, it } from 'vitest';
import { transienceOf } from '../../../lib/features/transience/transience.js';

describe('transienceOf (rules.md#worth-another-try)', () => {
  it.each([500, 502, 503, 504, 599])("is 'failed' for the status %d", (status) => {
    expect(transienceOf({ kind: 'http', status })).toBe('failed');
    expect(transienceOf({ status })).toBe('failed');
  });

  it.each([408, 425, 429])("is 'declined' for the status %d", (status) => {
    expect(transienceOf({ kind: 'http', status })).toBe('declined');
    expect(transienceOf({ status })).toBe('declined');
  });

  it.each(['network', 'timeout'])("is 'lost' for the kind '%s'", (kind) => {
    expect(transienceOf({ kind, status: 0 })).toBe('lost');
    expect(transienceOf({ kind })).toBe('lost');
  });

  it.each([200, 304, 400, 401, 403, 404, 409, 422, 499])('is undefined for the status %d', (status) => {
    expect(transienceOf({ kind: 'http', status })).toBeUndefined();
  });

  it.each(['abort', 'middleware', 'parse', undefined])('is undefined for the kind %s', (kind) => {
    expect(transienceOf({ kind, status: 0 })).toBeUndefined();
  });
});
