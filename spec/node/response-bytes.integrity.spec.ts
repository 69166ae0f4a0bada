import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ownFetch, useServers } from '../support/node-server.js';

const serve = useServers();

const bytes = Buffer.from('content');
const hash = (algorithm: string, encoding: 'base64' | 'base64url' = 'base64'): string =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest(encoding)}`;

const fetched = async (integrity: string): Promise<Response> => {
  const { url } = await serve((_request, response) => response.end(bytes));
  return ownFetch()(url, { integrity });
};

describe('the integrity hash', () => {
  it.each([
    ['an algorithm name in capital letters', hash('sha512').replace('sha', 'SHA')],
    ['a hash in base64url', hash('sha384', 'base64url')],
    ['a hash with an option', `${hash('sha256')}?ct=text/css`],
    ['the stronger one of two hashes', `sha256-AAAA ${hash('sha384')}`],
  ])('matches the response with %s', async (_, integrity) => {
    expect(await (await fetched(integrity)).text()).toBe('content');
  });

  it('must be the stronger one of two', async () => {
    const failed = fetched(`${hash('sha256')} sha384-AAAA`);
    await expect(failed).rejects.toMatchObject({ cause: { message: 'integrity mismatch' } });
  });

  it('applies to a response that is read as a stream, which can be aborted until it is complete', async () => {
    const { body } = await fetched(hash('sha256'));
    const chunks: Uint8Array[] = [];
    for await (const chunk of body!) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(bytes);

    const { url } = await serve((_request, response) => response.end(bytes));
    const controller = new AbortController();
    const response = await ownFetch()(url, { integrity: hash('sha256'), signal: controller.signal });
    controller.abort('why');
    await expect(response.text()).rejects.toBe('why');
  });
});
