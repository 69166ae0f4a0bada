import { base64Of, type HarEntry } from '../../archive.js';

const HTML: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const JSON_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const charOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

const percentDecoded = (escapes: string): string => {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes.replace(/%(..)/g, (_, hex: string) => charOf(parseInt(hex, 16)));
  }
};

/** What takes one encoding off a text. */
const DECODERS: readonly ((text: string) => string)[] = [
  (text) =>
    text.replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, hex: string | undefined, char: string) =>
      hex === undefined ? (JSON_ESCAPES[char] ?? char) : String.fromCharCode(parseInt(hex, 16)),
    ),
  (text) => text.replace(/(?:%[\da-f]{2})+/gi, percentDecoded),
  (text) =>
    text.replace(
      /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
      (_, hex: string | undefined, code: string | undefined, name: string | undefined) =>
        HTML[name?.toLowerCase() ?? ''] ?? charOf(hex === undefined ? Number(code) : parseInt(hex, 16)),
    ),
];

/** More often nobody encodes a text, nor in more ways. Each costs the text's length. */
const [ROUNDS, MOST] = [5, 60];

/** A text, and what it is when encodings are taken off, in any order, as often as they were put on. */
function decodings(text: string): string[] {
  const found = new Set([text]);
  let last = [text];
  for (let round = 0; round < ROUNDS && found.size < MOST; round += 1) {
    const next = new Set(last.flatMap((each) => DECODERS.map((decode) => decode(each))));
    last = [...next].filter((each) => !found.has(each));
    for (const each of last) found.add(each);
  }
  return [...found];
}

/** What the base64 of any bytes has in it that have these among them: they may begin at each of three places. */
function base64Forms(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].map((shift) => {
    const text = base64Of(new Uint8Array([...new Uint8Array(shift), ...bytes]));
    // Without the characters that stand for a bit of what comes before or after, too.
    return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
}

/** Fewer characters stand in any text of base64. */
const SHORTEST = 4;

/** A form writes a space so. */
const spaced = (text: string): string => text.replaceAll('+', ' ');

/** Looks for a secret in texts, as it is or in base64. */
function finder(secret: string): (texts: readonly string[]) => boolean {
  const plain = spaced(secret);
  const forms = base64Forms(secret).filter(({ length }) => length >= SHORTEST);
  return (texts) =>
    texts.some((text) => {
      const packed = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
      return spaced(text).includes(plain) || forms.some((form) => packed.includes(form));
    });
}

/**
 * Throws where an entry still has one of these texts in it: as it is, percent-encoded, in base64, escaped as JSON or as
 * HTML, or in several of these ways. Names the place, and never the text.
 */
export function refuseLeaks(entries: readonly HarEntry[], secrets: readonly string[]): void {
  const finders = secrets.map(finder);
  for (const [at, entry] of entries.entries())
    for (const place of ['request', 'response'] as const) {
      const texts = decodings(JSON.stringify(entry[place]));
      const which = finders.findIndex((isIn) => isIn(texts));
      if (which >= 0)
        throw new Error(
          `The tape was not written: secrets[${which}] stands in the ${place} of entry ${String(at + 1)}. Take it out with \`redact\`.`,
        );
    }
}
