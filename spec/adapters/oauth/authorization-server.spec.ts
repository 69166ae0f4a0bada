import { describe, expect, it } from 'vitest';
import { ClientSecretPost } from 'oauth4webapi';
import { Metadata } from '../../../lib/adapters/oauth/authorization-server.js';
import type { OAuthClient } from '../../../lib/entries/oauth.js';
import { readClient } from '../../../lib/adapters/oauth/oauth-client.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { answering, ISSUER, METADATA, signalOf } from '../../support/oauth.js';

const metadataOf = (client: Partial<OAuthClient>): Metadata =>
  new Metadata(
    readClient({ issuer: ISSUER, clientId: 'app', clientAuth: ClientSecretPost('secret'), ...client }),
  );

describe('the metadata of an authorization server (rules.md#credentials)', () => {
  it.each([
    ['a string', ISSUER, {}, `${ISSUER}/.well-known/openid-configuration`],
    ['a URL', new URL(ISSUER), {}, `${ISSUER}/.well-known/openid-configuration`],
    ['a URL with a path', `${ISSUER}/one`, {}, `${ISSUER}/one/.well-known/openid-configuration`],
    [
      'a URL of RFC 8414',
      `${ISSUER}/one`,
      { discovery: 'oauth2' as const },
      `${ISSUER}/.well-known/oauth-authorization-server/one`,
    ],
  ])('is fetched from the issuer: %s', async (_what, issuer, options, url) => {
    const answer = { ...METADATA, issuer: String(issuer) };
    const { fetch, sent } = answering(answer);
    expect(await metadataOf({ issuer, fetch, ...options }).get(signalOf())).toEqual(answer);
    expect(sent.map((request) => request.url)).toEqual([url]);
  });

  it('is used unchanged if the program passes it', async () => {
    const { fetch, sent } = answering({});
    expect(await metadataOf({ issuer: METADATA, fetch }).get(signalOf())).toEqual(METADATA);
    expect(sent).toEqual([]);
  });

  it('is fetched once for all concurrent callers', async () => {
    const { fetch, sent } = answering(METADATA);
    const metadata = metadataOf({ fetch });
    await Promise.all(Array.from({ length: 100 }, () => metadata.get(signalOf())));
    await metadata.get(signalOf());
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['a failure', new Response(null, { status: 503 }), "The server's metadata: 503"],
    [
      'the metadata of another issuer',
      { ...METADATA, issuer: 'https://evil.test' },
      '"issuer" property does not match',
    ],
    ['a response that is not JSON', new Response('hello'), 'must be application/json'],
  ])('is fetched again after %s', async (_what, answer, words) => {
    const { fetch } = answering(answer, METADATA);
    const metadata = metadataOf({ fetch });
    const failures = await Promise.all(
      [1, 2].map(() => metadata.get(signalOf()).catch((error: unknown) => (error as Error).message)),
    );
    expect(failures).toEqual([expect.stringContaining(words), expect.stringContaining(words)]);
    expect(await metadata.get(signalOf())).toEqual(METADATA);
  });

  it('is awaited by each caller only until its own signal aborts', async () => {
    const { fetch, requests } = heldFetch();
    const metadata = metadataOf({ fetch });
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [metadata.get(first.signal), metadata.get(second.signal)] as const;
    first.abort('gone');
    await expect(asked[0]).rejects.toBe(first.signal.reason);
    expect(requests[0]!.init.signal?.aborted).toBe(false);
    requests[0]!.answer(METADATA);
    expect(await asked[1]).toEqual(METADATA);
  });

  it('is no longer fetched when all callers have aborted, and is fetched again by the next', async () => {
    const { fetch, requests } = heldFetch();
    const metadata = metadataOf({ fetch });
    const controller = new AbortController();
    const asked = [1, 2].map(() => metadata.get(controller.signal).catch((thrown: unknown) => thrown));
    controller.abort('gone');
    const { reason } = controller.signal;
    expect(await Promise.all(asked)).toEqual([reason, reason]);
    await flush();
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([true]);
    const next = metadata.get(signalOf());
    requests[1]!.answer(METADATA);
    expect(await next).toEqual(METADATA);
  });

  it('is not fetched without HTTPS, unless it is allowed', async () => {
    const plain = { ...METADATA, issuer: 'http://login.test' };
    const { fetch, sent } = answering(plain);
    const asked = metadataOf({ issuer: plain.issuer, fetch }).get(signalOf());
    await expect(asked).rejects.toThrow('only requests to HTTPS are allowed');
    expect(sent).toEqual([]);
    const allowed = metadataOf({ issuer: plain.issuer, fetch, allowInsecureRequests: true });
    expect(await allowed.get(signalOf())).toEqual(plain);
  });

  it('is fetched again if its body broke off', async () => {
    const broken = (): Promise<Response> =>
      Promise.resolve(jsonResponse(null)).then(
        () => new Response(new ReadableStream({ start: (stream) => stream.error(new Error('cut')) })),
      );
    const { fetch } = answering(broken, METADATA);
    const metadata = metadataOf({ fetch });
    await expect(metadata.get(signalOf())).rejects.toThrow();
    expect(await metadata.get(signalOf())).toEqual(METADATA);
  });
});
