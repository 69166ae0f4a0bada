import { describe, expect, it } from '@jest/globals';
import { camelCase } from '../../../../lib/cli/openapi/names/camel-case.js';

describe('camelCase', () => {
  it.each([
    ['repos/get', 'reposGet'],
    ['get_users', 'getUsers'],
    ['GetUsers', 'getUsers'],
    ['getUserByID', 'getUserByID'],
    ['APIList', 'apiList'],
    ['ID', 'id'],
    ['oauth2 token', 'oauth2Token'],
    ['2fa/enable', '_2faEnable'],
    ['__proto__', 'proto'],
    ['größe', 'größe'],
    ['a ŉb', 'aŉb'],
    ['İD', 'İD'],
    ['\u202eevil`${x}', 'evil$X'],
  ])('makes of %j %s', (name, expected) => {
    expect(camelCase(name)).toBe(expected);
  });

  it('is empty for a name without a letter or a digit', () => {
    expect(camelCase('-/*')).toBe('');
  });
});
