import { describe, expect, it, vi } from 'vitest';
import { None } from 'oauth4webapi';
import { type AuthError, AuthPlugin, type Credentials } from '../../../lib/entries/auth.js';
import { clientCredentials, refreshToken } from '../../../lib/entries/oauth.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { createTestClient } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { settleTasks } from '../../support/limited.js';
import { answering, BEARER, ISSUER, METADATA, signalOf } from '../../support/oauth.js';

const sourceWith = (...answers: Parameters<typeof answering>) => {
  const { fetch, sent } = answering(...answers);
  const source = refreshToken({ issuer: METADATA, clientId: 'app', clientAuth: None(), fetch });
  const ask = (stale?: Credentials) => source.refresh(stale, signalOf());
  return { source, sent, ask };
};
const stale: Credentials = { token: 'old', refreshToken: 'single-use-token' };
const refusing = (status: number, body: unknown): Response => jsonResponse(body, { status });

describe('refreshToken (rules.md#credentials)', () => {
  it('sends the refresh token, and returns the new one with the token', async () => {
    const { ask, sent } = sourceWith({ ...BEARER, refresh_token: 'next' });
    expect(await ask(stale)).toEqual({ token: 'A', refreshToken: 'next' });
    expect(Object.fromEntries(sent[0]!.body)).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'single-use-token',
      client_id: 'app',
    });
  });

  it('keeps the old refresh token if the server returns no new one', async () => {
    const { ask } = sourceWith(BEARER);
    expect((await ask(stale))?.refreshToken).toBe('single-use-token');
  });

  it.each([
    ['no user has signed in', undefined],
    ['the refresh token is missing', { token: 'old' }],
    ['the refresh token is empty', { token: 'old', refreshToken: '' }],
  ])('returns null and sends nothing if %s', async (_what, given) => {
    const { ask, sent } = sourceWith(BEARER);
    expect([await ask(given), sent.length]).toEqual([null, 0]);
  });

  it('returns null if the server rejects with invalid_grant', async () => {
    expect(await sourceWith(refusing(400, { error: 'invalid_grant' })).ask(stale)).toBeNull();
  });

  it.each([
    ['with another error', refusing(401, { error: 'invalid_client' }), '401, invalid_client'],
    [
      'with a server error, whatever its code',
      refusing(503, { error: 'invalid_grant' }),
      '503, invalid_grant',
    ],
    [
      'with a description that quotes the refresh token',
      refusing(400, { error: 'invalid_request', error_description: 'single-use-token?' }),
      '400, invalid_request',
    ],
  ])('throws if the server rejects %s', async (_what, answer, words) => {
    await expect(sourceWith(answer).ask(stale)).rejects.toMatchObject({
      name: 'OAuthRefusal',
      message: `No token issued: ${words}`,
    });
  });

  it('continues after sending although its signal aborts, because the server might have revoked the old refresh token', async () => {
    const { fetch, requests } = heldFetch();
    const source = refreshToken({ issuer: METADATA, clientId: 'app', clientAuth: None(), fetch });
    const controller = new AbortController();
    const asking = source.refresh(stale, controller.signal);
    await flush();
    controller.abort('late');
    expect(requests[0]!.init.signal?.aborted ?? false).toBe(false);
    requests[0]!.answer({ ...BEARER, refresh_token: 'next' });
    expect((await asking)?.refreshToken).toBe('next');
  });

  it('sends nothing if its signal has aborted before', async () => {
    const controller = new AbortController();
    const { fetch, sent } = answering(BEARER);
    const clientAuth = (): void => controller.abort('late');
    const source = refreshToken({ issuer: METADATA, clientId: 'app', clientAuth, fetch });
    const thrown: unknown = await source.refresh(stale, controller.signal).then(
      () => 'a token',
      (reason: unknown) => reason,
    );
    expect(thrown).toBe(controller.signal.reason);
    expect(sent).toHaveLength(0);
  });

  it('under an AuthPlugin keeps tokens that arrive after refreshTimeout for the next call', async () => {
    vi.useFakeTimers();
    const { fetch, requests } = heldFetch();
    const source = refreshToken({ issuer: METADATA, clientId: 'app', clientAuth: None(), fetch });
    const auth = new AuthPlugin(source, { refreshTimeout: 1000 });
    await auth.set({ ...stale, expiresAt: 0 });
    const seen: unknown[] = [];
    const { api } = createTestClient({
      middleware: [auth],
      fetch: async (_url, init) => {
        seen.push(new Headers(init.headers).get('authorization'));
        return jsonResponse({});
      },
    });
    const first = api.call();
    await vi.advanceTimersByTimeAsync(1000);
    expect(((await first).error?.cause as AuthError).reason).toBe('failed');
    requests[0]!.answer({ ...BEARER, refresh_token: 'next' });
    await settleTasks();
    await api.call();
    expect({ seen, length: requests.length }).toEqual({ seen: ['Bearer A'], length: 1 });
    vi.useRealTimers();
  });

  it('shares the metadata with all sources of the same client', async () => {
    const metadata = { issuer: ISSUER, token_endpoint: `${ISSUER}/token` };
    const { fetch, sent } = answering(metadata, BEARER);
    const client = { issuer: ISSUER, clientId: 'app', clientAuth: None(), fetch };
    for (const source of [refreshToken(client), refreshToken(client), clientCredentials(client)])
      await source.refresh(stale, signalOf());
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST', 'POST']);
  });
});
