import { nullProto, InvalidInputError } from '../../core/internal.js';

const SEALED = 0x73;
const VERSION = 1;
/** Magic and version, and what AES-GCM begins with. */
const HEAD = 2;
const NONCE = 12;

/** Shorter ones are guessed. */
const LEAST = 16;

/** How many names are known before they are made anew. */
const MOST_NAMES = 1000;

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

const algorithm = (name: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams =>
  nullProto<AesGcmParams>({ name: 'AES-GCM', iv, additionalData: encode(name) });

interface Keys {
  readonly names: CryptoKey;
  readonly records: CryptoKey;
}

/** One key for names and one for records, neither of which tells of the other. */
async function keysOf(secret: string): Promise<Keys> {
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

/** Names that tell nothing of what they are made of, and records that only who has the secret reads and writes. */
export class Sealer {
  readonly #keys: Promise<Keys> | undefined;
  readonly #names = new Map<string, string>();

  /** @param secret Undefined for none: names are plain digests then, and nothing can be sealed. */
  constructor(secret: string | undefined) {
    if (secret !== undefined && (typeof secret !== 'string' || secret.length < LEAST))
      throw new InvalidInputError(
        `secret is too short: pass a random string of at least ${LEAST} characters.`,
      );
    this.#keys = secret === undefined ? undefined : keysOf(secret);
    // Whoever waits for it hears of it.
    this.#keys?.catch(() => undefined);
  }

  get hasSecret(): boolean {
    return this.#keys !== undefined;
  }

  /** The same for equal texts, in every process with the same secret. At once where it is known. */
  name(text: string): string | Promise<string> {
    return this.#names.get(text) ?? this.#makeName(text);
  }

  /**
   * @param name Under which it is kept: under another it can't be opened.
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

  /** What was sealed under that name; undefined for anything else. Never rejects. */
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

/** Whether these bytes say that they are sealed. */
export const isSealed = (bytes: Uint8Array): boolean => bytes[0] === SEALED;
