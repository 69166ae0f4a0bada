import { describe, expect, it } from 'vitest';
import { None } from 'oauth4webapi';
import { clientCredentials } from '../../../lib/entries/oauth.js';
import { answering, ISSUER, METADATA, signalOf } from '../../support/oauth.js';

const endless = () => {
  const seen = { bytes: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      seen.bytes += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
    cancel: () => void (seen.isCancelled = true),
  });
  return { seen, body };
};

describe.each([
  ['the token endpoint', METADATA, 'The token endpoint returned more than 1 MiB.'],
  ['the metadata', ISSUER, 'The authorization server returned more than 1 MiB.'],
])('a response from %s (rules.md#credentials)', (_what, issuer, message) => {
  const grant = (answer: Response) => {
    const { fetch } = answering(() => Promise.resolve(answer));
    const source = clientCredentials({ issuer, clientId: 'c', clientAuth: None(), fetch });
    return source.refresh(undefined, signalOf());
  };

  it.each([200, 500])('with the status %s is read only up to 1 MiB if it never ends', async (status) => {
    const { seen, body } = endless();
    await expect(grant(new Response(body, { status }))).rejects.toThrow(message);
    expect(seen.bytes).toBeLessThan(2 ** 20 + 4 * 65_536);
    expect(seen.isCancelled).toBe(true);
  });

  it('is not read if its Content-Length is larger', async () => {
    const { seen, body } = endless();
    await expect(grant(new Response(body, { headers: { 'content-length': '1048577' } }))).rejects.toThrow(
      message,
    );
    expect(seen.bytes).toBeLessThan(4 * 65_536);
  });
});
