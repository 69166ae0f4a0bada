import { afterEach, describe, expect, it } from '@jest/globals';
import { AuthPlugin, AuthSessions } from '../../../lib/auth.js';
import { answering } from '../../support/answering.js';
import { heldSource } from '../../support/credentials.js';
import { settleMicrotasks } from '../../support/held-fetch.js';

const PROTOTYPE = Object.prototype as unknown as Record<string, unknown>;
const spoilt: Record<string, unknown> = {
  token: 'Evil',
  scheme: 'Evil',
  expiresAt: 1,
  refreshToken: 'Evil',
  owner: 'Evil',
  max: 0,
  make: () => 'Evil',
  redirect: 'follow',
};

describe('what somebody put on Object.prototype (rules.md#credentials)', () => {
  afterEach(() => {
    for (const name of Object.keys(spoilt)) Reflect.deleteProperty(PROTOTYPE, name);
  });

  it('is no credential', async () => {
    Object.assign(PROTOTYPE, spoilt);
    const { source, asked } = heldSource();
    const auth = new AuthPlugin(source);
    await expect(auth.set({} as never)).rejects.toThrow(TypeError);
    await auth.set({ token: 'T' });
    const { api, arrived } = answering([auth], { answers: [401, { n: 2 }] });
    const call = api.read();
    await settleMicrotasks();
    expect([asked.length, Object.hasOwn(asked[0]!.stale!, 'refreshToken')]).toEqual([1, false]);
    expect(asked[0]!.stale!.refreshToken).toBeUndefined();
    asked[0]!.give({ token: 'A' });
    await call;
    expect(arrived.map(({ init }) => (init.headers as Record<string, string>)['authorization'])).toEqual([
      'Bearer T',
      'Bearer A',
    ]);
  });

  it('is no option of AuthSessions', () => {
    const make = () => new AuthPlugin(async () => null);
    Object.assign(PROTOTYPE, spoilt);
    expect(() => new AuthSessions({} as never)).toThrow('the option make is undefined');
    expect(new AuthSessions({ make }).for('a')).toBeInstanceOf(AuthPlugin);
  });
});

describe('a call whose credentials could not be got (rules.md#credentials)', () => {
  it('tells neither the words of the source nor what they quote, and has them as the cause', async () => {
    const failure = Object.assign(new Error('no: refresh-8b2d6e40'), { code: 'E_GRANT' });
    const auth = new AuthPlugin(async () => {
      throw failure;
    });
    const { error } = await answering([auth]).api.read();
    expect(error?.message).toBe(
      'GET /things failed in the middleware "auth": New credentials could not be got.',
    );
    expect((error?.cause as Error).cause).toBe(failure);
    expect(error?.toJSON()['cause']).toEqual([{ name: 'AuthError' }, { name: 'Error', code: 'E_GRANT' }]);
    expect(JSON.stringify(error)).not.toContain('8b2d6e40');
  });
});
