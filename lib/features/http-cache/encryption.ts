import { nullProto, InvalidInputError } from '../../core/internal.js';

const SEALED = 0x73;
const VERSION = 1;
/** Bytes of the magic number and version, which precede the AES-GCM data. */
const HEAD = 2;
const NONCE = 12;

/** Minimum length of a secret: shorter secrets can be guessed. */
const LEAST = 16;

/** How many names are remembered before the memo is emptied. */
const MOST_NAMES = 1000;

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const algorithm = (name: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams =>
  nullProto<AesGcmParams>({ name: 'AES-GCM', iv, additionalData: encode(name) });

interface SealKeys {
  readonly names: CryptoKey;
  readonly records: CryptoKey;
}

/** Derives one key for names and one for records. Neither key reveals the other. */
async function keysOf(secret: string): Promise<SealKeys> {
  const { subtle } = crypto;
  const hmac = nullProto<HmacImportParams>({ name: 'HMAC', hash: 'SHA-256' });
  const root = await subtle.importKey('raw', encode(secret), hmac, false, ['sign']);
  const derived = (use: string): Promise<ArrayBuffer> => subtle.sign('HMAC', root, encode(`homing ${use}`));
  return {
    names: await subtle.importKey('raw', await derived('names'), hmac, false, ['sign']),
    records: await subtle.importKey('raw', await derived('records'), 'AES-GCM', false, [
      'encrypt',
      'decrypt',
    ]),
  };
}

/**
 * Creates names that don't reveal their source, and encrypts records so that only holders of the secret can read or
 * write them.
 */
export class Sealer {
  readonly #keys: Promise<SealKeys> | undefined;
  readonly #names = new Map<string, string>();

  /** @param secret Undefined: names are plain digests, and `seal` throws. */
  constructor(secret: string | undefined) {
    if (secret !== undefined && (typeof secret !== 'string' || secret.length < LEAST))
      throw new InvalidInputError(
        `secret is too short: pass a random string of at least ${LEAST} characters.`,
      );
    this.#keys = secret === undefined ? undefined : keysOf(secret);
    // Each method awaits this promise and gets the error there. An unhandled rejection would end the process.
    this.#keys?.catch(() => undefined);
  }

  get hasSecret(): boolean {
    return this.#keys !== undefined;
  }

  /**
   * Returns the same name for equal strings, in every process with the same secret. Synchronous for a name that was
   * made before.
   */
  name(text: string): string | Promise<string> {
    return this.#names.get(text) ?? this.#makeName(text);
  }

  /**
   * Encrypts a record.
   *
   * @param name The name under which the record is stored; it can't be opened under another name.
   * @throws Error without a secret.
   */
  async seal(name: string, record: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE));
    const sealed = await crypto.subtle.encrypt(algorithm(name, nonce), await this.#key(), record);
    const bytes = new Uint8Array(HEAD + NONCE + sealed.byteLength);
    bytes.set([SEALED, VERSION]);
    bytes.set(nonce, HEAD);
    bytes.set(new Uint8Array(sealed), HEAD + NONCE);
    return bytes;
  }

  /** Decrypts a record that was sealed under this name; undefined for anything else. Never rejects. */
  async open(name: string, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (!this.hasSecret || bytes[0] !== SEALED || bytes[1] !== VERSION) return undefined;
    try {
      const nonce = bytes.slice(HEAD, HEAD + NONCE);
      const sealed = bytes.slice(HEAD + NONCE);
      return new Uint8Array(await crypto.subtle.decrypt(algorithm(name, nonce), await this.#key(), sealed));
    } catch {
      return undefined;
    }
  }

  async #makeName(text: string): Promise<string> {
    const { subtle } = crypto;
    const keys = await this.#keys;
    const bytes = encode(text);
    const name = hex(await (keys ? subtle.sign('HMAC', keys.names, bytes) : subtle.digest('SHA-256', bytes)));
    if (this.#names.size >= MOST_NAMES) this.#names.clear();
    this.#names.set(text, name);
    return name;
  }

  async #key(): Promise<CryptoKey> {
    const keys = await this.#keys;
    if (!keys) throw new Error('No secret to encrypt with.');
    return keys.records;
  }
}

/** Whether the first byte marks a sealed record. */
export const isSealed = (bytes: Uint8Array): boolean => bytes[0] === SEALED;
