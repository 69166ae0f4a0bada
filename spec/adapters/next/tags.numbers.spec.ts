import { describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../../lib/index.js';
import { tagOf } from '../../../lib/entries/next.js';

const { getUser } = createApi({
  baseUrl: 'https://api.example.com',
  requests: { getUser: defineRequest<{ name: string }>()({ method: 'GET', path: '/users/:id' }) },
});

describe('tagOf', () => {
  it('is the same for a number and its text, which a page has of its URL', () => {
    expect(tagOf(getUser, { id: 7 })).toBe(tagOf(getUser, { id: '7' }));
    expect(tagOf(getUser, { id: 7 })).not.toBe(tagOf(getUser, { id: 77 }));
  });
});
