import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  base64Bytes,
  type Candidate,
  utf8,
  verifySignature,
} from '../../../lib/features/webhooks/signature.js';
import type { WebhookError } from '../../../lib/features/webhooks/webhook-error.js';
import { hmac, reasonOf } from '../../support/signed-webhook.js';

const CONTENT = utf8('content');
const key = utf8('key');
const own = hmac('key', CONTENT);
const wrong = hmac('other', CONTENT);
const PUBLIC = 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=';

const candidate = (...signatures: string[]): Candidate => ({ algorithm: 'HMAC', key, signatures });
const outcome = (...candidates: Candidate[]): Promise<unknown> =>
  verifySignature(candidates, CONTENT).then(
    () => 'verified',
    (error: unknown) => (error as WebhookError).reason,
  );

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('verifySignature', () => {
  it('accepts one matching signature of one candidate', async () => {
    expect(await outcome(candidate(own))).toBe('verified');
    expect(await outcome(candidate(), candidate(wrong, own))).toBe('verified');
    expect(await outcome(candidate(wrong))).toBe('signature');
    expect(await outcome()).toBe('signature');
  });

  it('compares with crypto.subtle.verify, which takes the same time for every signature', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify');
    await outcome(candidate(wrong, own));
    expect(
      verify.mock.calls.map(([, , signature]) => Buffer.from(signature as Uint8Array).toString('base64')),
    ).toEqual([wrong, own]);
  });

  it('passes WebCrypto an algorithm that inherits nothing from Object.prototype', async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    await outcome(candidate(own));
    expect('toString' in (importKey.mock.lastCall?.[2] as object)).toBe(false);
  });

  it('rejects a signature that is cut off, extended or not encoded', async () => {
    const digits = hmac('key', CONTENT, 'hex');
    for (const text of [
      own.slice(0, 20),
      `${own}AAAA`,
      `AAAA${own}`,
      digits.slice(2),
      `${digits}00`,
      '',
      '=',
      'é',
      '\0',
    ])
      expect(await outcome(candidate(text))).toBe('signature');
    expect(await outcome(candidate(`${digits.slice(0, 63)}g`))).toBe('signature');
  });

  it('rejects more than 20 signatures without any work', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify');
    const many = (length: number) => candidate(...Array.from({ length }, () => wrong), own);
    expect(await outcome(many(20))).toBe('signature');
    expect(await outcome(many(5000))).toBe('signature');
    expect(verify).not.toHaveBeenCalled();
    expect(await outcome(many(19))).toBe('verified');
    expect(verify).toHaveBeenCalledTimes(20);
    await expect(verifySignature([many(20)], CONTENT)).rejects.toThrow(
      'There are over 20 signatures: send fewer.',
    );
  });

  it.each([
    ['no crypto', undefined],
    ['no crypto.subtle', {}],
  ])('is unsupported by a runtime with %s', async (_name, crypto) => {
    vi.stubGlobal('crypto', crypto);
    await expect(verifySignature([candidate(own)], CONTENT)).rejects.toMatchObject({
      reason: 'unsupported',
      message: "crypto.subtle can't verify HMAC: use HTTPS, or a runtime that has it.",
      cause: expect.any(Error),
    });
  });

  it('is unsupported for a public key by a runtime without Ed25519, which verifies the other secrets', async () => {
    const importKey = crypto.subtle.importKey.bind(crypto.subtle) as (
      ...given: unknown[]
    ) => Promise<CryptoKey>;
    vi.spyOn(crypto.subtle, 'importKey').mockImplementation((...given: unknown[]) =>
      (given[2] as Algorithm).name === 'Ed25519'
        ? Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'))
        : importKey(...given),
    );
    const ed25519 = (...signatures: string[]): Candidate => ({
      algorithm: 'Ed25519',
      key: base64Bytes(PUBLIC.slice(5)),
      signatures,
    });
    await expect(verifySignature([ed25519(own)], CONTENT)).rejects.toThrow(
      "crypto.subtle can't verify Ed25519: use HTTPS, or a runtime that has it.",
    );
    expect(await outcome(ed25519(), candidate(own))).toBe('verified');
  });

  it('counts the signatures of a header, not only its valid ones', async () => {
    const headers = {
      'webhook-id': 'x',
      'webhook-timestamp': '1614265330',
      'webhook-signature': Array.from({ length: 5000 }, () => 'v1,x').join(' '),
    };
    expect(await reasonOf('{}', headers)).toBe('signature');
  });
});

describe('base64Bytes', () => {
  it.each([
    ['AAEC/w==', [0, 1, 2, 255]],
    ['AAEC/w', [0, 1, 2, 255]],
    ['AAEC', [0, 1, 2]],
    ['AAEC\n', [0, 1, 2]],
  ])('decodes %j', (text, bytes) => {
    expect([...base64Bytes(text)]).toEqual(bytes);
  });

  it.each(['', '=', 'A', 'AAEC/w=', 'AAEC-w==', 'AAEC_w', '%', 'é', '😀', 'AA=A'])(
    'is empty for %j',
    (text) => {
      expect(base64Bytes(text)).toHaveLength(0);
    },
  );
});
