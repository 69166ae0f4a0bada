import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { matchesIntegrity } from '../../lib/node/matches-integrity.js';

const bytes = Buffer.from('content');
const hash = (algorithm: string, encoding: 'base64' | 'base64url' = 'base64', of: Buffer = bytes): string =>
  `${algorithm}-${createHash(algorithm).update(of).digest(encoding)}`;

describe('bytes', () => {
  it.each([
    ['their hash', hash('sha256')],
    ['a hash in capitals of its name', hash('sha512').replace('sha', 'SHA')],
    ['a hash in the alphabet for URLs', hash('sha384', 'base64url')],
    ['a hash with an option', `${hash('sha256')}?ct=text/css`],
    ['one of two hashes', `${hash('sha256', 'base64', Buffer.from('else'))}  ${hash('sha256')}`],
    ['the stronger one of two', `sha256-AAAA ${hash('sha384')}`],
    ['none that anybody knows', 'md5-AAAA whatever'],
  ])('match %s', async (_, integrity) => {
    expect(await matchesIntegrity(integrity, bytes)).toBe(true);
  });

  it.each([
    ['another hash', 'sha256-AAAA'],
    ['the weaker one of two', `${hash('sha256')} sha384-AAAA`],
    ['a stronger one that is no hash', `${hash('sha256')} sha512-ä`],
  ])('do not match %s', async (_, integrity) => {
    expect(await matchesIntegrity(integrity, bytes)).toBe(false);
  });
});
