import { Refusal } from '../../core/seats.js';

/** The bits of a UUID that say how it was made: version 4, at random (RFC 9562, 5.4). */
const marked = (byte: number, at: number): number => {
  if (at === 6) return (byte & 0x0f) | 0x40;
  return at === 8 ? (byte & 0x3f) | 0x80 : byte;
};

/** A random UUID, also where the platform makes none: on a page without https, in React Native. */
export function randomKey(): string {
  const { crypto } = globalThis as { crypto?: Partial<Crypto> };
  if (crypto?.randomUUID) return crypto.randomUUID();
  if (!crypto?.getRandomValues)
    throw new Refusal(
      'This platform has no crypto.getRandomValues to make a key with: load one, or override keyFor.',
    );
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))].map(marked);
  const text = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
