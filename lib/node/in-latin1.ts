import type { RawHeaders } from './dispatcher.js';

const BEYOND_ASCII = /[^\0-\x7f]/;

const beyondAscii = (value: unknown): boolean =>
  typeof value === 'string' ? BEYOND_ASCII.test(value) : Array.isArray(value) && value.some(beyondAscii);

const decoder = /* @__PURE__ */ new TextDecoder();

const fromRaw = (text: unknown, raw: readonly unknown[]): unknown => {
  const same = raw.find((part) => ArrayBuffer.isView(part) && decoder.decode(part) === text);
  return same ? (same as { toString(encoding: string): string }).toString('latin1') : text;
};

/**
 * Parsed headers as Latin-1, which is what headers are: undici before 7.20 reads them as UTF-8. Those that nobody
 * changed since are found among the raw ones.
 */
export function inLatin1(headers: RawHeaders, raw: unknown): RawHeaders {
  if (!Array.isArray(raw) || Array.isArray(headers) || !Object.values(headers).some(beyondAscii))
    return headers;
  const parts = raw as readonly unknown[];
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((each) => fromRaw(each, parts)) : fromRaw(value, parts),
    ]),
  );
}
