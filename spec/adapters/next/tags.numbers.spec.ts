import { describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../../lib/index.js';
import { tagOf } from '../../../lib/entries/next.js';

const { getUser } = createApi({
  baseUrl: 'https://api.example.com',
  requests: { getUser: defineRequest<{ name: string }>()({ method: 'GET', path: '/users/:id' }) },
});

describe('tagOf', () => {
  it('returns the same tag for a number and its string, because the URL of a page contains strings', () => {
    expect(tagOf(getUser, { id: 7 })).toBe(tagOf(getUser, { id: '7' }));
    expect(tagOf(getUser, { id: 7 })).not.toBe(tagOf(getUser, { id: 77 }));
  });
});
