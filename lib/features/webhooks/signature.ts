import { nullProto } from '../../core/internal.js';
import { WebhookError } from './webhook-error.js';

/** A key, and the signatures that it could have made. */
export interface Candidate {
  readonly algorithm: 'HMAC' | 'Ed25519';
  readonly key: Uint8Array<ArrayBuffer>;
  /** In hex or base64, as the request contains them. */
  readonly signatures: readonly string[];
}

/** Limits the work that a forged request can cause. A sender that rotates its secret sends two or three. */
const MOST_SIGNATURES = 20;

/** Encodes a string as UTF-8. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Decodes base64, with or without padding; empty for other text. Ignores white space, as `atob` does. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

/** Decodes a signature. In base64, 64 characters are longer than one of HMAC and shorter than one of Ed25519. */
const signatureBytes = (text: string): Uint8Array<ArrayBuffer> =>
  /^[\da-f]{64}$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16))
    : base64Bytes(text);

async function importKey({ algorithm, key }: Candidate): Promise<CryptoKey> {
  try {
    const how = nullProto<HmacImportParams>({ name: algorithm, hash: 'SHA-256' });
    return await crypto.subtle.importKey('raw', key, how, false, ['verify']);
  } catch (cause) {
    const sentence = `crypto.subtle can't verify ${algorithm}: use HTTPS, or a runtime that has it.`;
    throw new WebhookError('unsupported', sentence, { cause });
  }
}

/**
 * Throws a WebhookError, unless one of the signatures matches. WebCrypto compares in constant time.
 *
 * @param content The bytes that were signed.
 */
export async function verifySignature(
  candidates: readonly Candidate[],
  content: Uint8Array<ArrayBuffer>,
): Promise<void> {
  for (const candidate of candidates) {
    const { algorithm, signatures } = candidate;
    if (signatures.length > MOST_SIGNATURES)
      throw new WebhookError('signature', `There are over ${MOST_SIGNATURES} signatures: send fewer.`);
    // Imported only for a signature: a runtime without Ed25519 can verify the others.
    let key: CryptoKey | undefined;
    for (const text of signatures) {
      key ??= await importKey(candidate);
      if (await crypto.subtle.verify(algorithm, key, signatureBytes(text), content)) return;
    }
  }
  const sentence = 'No signature matches: check scheme and secret, and pass the raw body.';
  throw new WebhookError('signature', sentence);
}
