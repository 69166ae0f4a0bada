import { describe, expect, it } from '@jest/globals';
import { OriginKeys } from '../../../../lib/parts/resilience/rate-limit/rate-limit-plugin.js';

describe('OriginKeys', () => {
  it.each([
    [['https://api.test/users', 'https://api.test/posts'], 'https://api.test'],
    [['https://api.test/users', 'https://api.test.evil.example/'], 'https://api.test.evil.example'],
    [['https://api.test/users', 'https://api.test:8443/users'], 'https://api.test:8443'],
    [['https://api.test/users', 'https://api.test@other.test/'], 'https://other.test'],
    [['https://api.test/users', 'http://api.test/users'], 'http://api.test'],
    [['https://api.test/users', 'HTTPS://API.test/users'], 'https://api.test'],
    [['https://api.test/users', 'https://api.test?q=1'], 'https://api.test'],
    [['https://api.test/users', '/users'], ''],
    [['/users', 'https://api.test/users'], 'https://api.test'],
    [['/users', '/posts'], ''],
  ])('of %p one after the other end with %p', (urls, key) => {
    const keys = new OriginKeys();
    expect(urls.map((url) => keys.of(url)).at(-1)).toBe(key);
  });
});
