import type { HarEntry } from '../../features/archive/archive.js';

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

type Decode = (text: string) => string;

const bytesOf = (binary: string): Uint8Array => {
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
};

/** Takes base64 off a text that has some from any place on: in both alphabets, and with line ends in it. */
const base64From =
  (start: number, shortest: number, unreadable: RegExp): Decode =>
  (text) =>
    (
      text
        .replace(/\s+/g, '')
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .match(/[a-z\d+/]{2,}/gi) ?? []
    )
      .map((run) => run.slice(start))
      // A single character more is no whole byte.
      .map((run) => atob(run.length % 4 === 1 ? run.slice(0, -1) : run))
      .map((bytes) => new TextDecoder().decode(bytesOf(bytes)))
      // Most of it was no base64, and is no text now.
      .flatMap((decoded) => decoded.split(unreadable))
      .filter(({ length }) => length >= shortest)
      .join('\n');

/** What no secret has in it. A private key has line ends. */
const unreadableBeside = (secrets: readonly string[]): RegExp => {
  const controls = new Set(secrets.join('').match(/\p{Cc}/gu));
  const codes = [...controls].map((char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return new RegExp(`(?:(?![${codes.join('')}])[\\p{Cc}\\ufffd])+`, 'u');
};

/** What takes one encoding off a text, as often as it was put on where one round for each would take too long. */
const decoders = (shortest: number, unreadable: RegExp): readonly Decode[] => [
  (text) =>
    text
      .replace(/\\(?:u005c){8,}(?=u005c)/gi, '\\')
      .replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, hex: string | undefined, char: string) =>
        hex === undefined ? (JSON_ESCAPES[char] ?? char) : String.fromCharCode(parseInt(hex, 16)),
      ),
  // Eight times are taken off one by one: a secret may have an escape itself.
  (text) => text.replace(/%(?:25){8,}(?=25)/g, '%').replace(/(?:%[\da-f]{2})+/gi, percentDecoded),
  (text) =>
    text
      .replace(/&(?:amp;){8,}(?=amp;)/gi, '&')
      .replace(
        /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
        (_, hex: string | undefined, code: string | undefined, name: string | undefined) =>
          HTML[name?.toLowerCase() ?? ''] ?? charOf(hex === undefined ? Number(code) : parseInt(hex, 16)),
      ),
  ...[0, 1, 2, 3].map((start) => base64From(start, shortest, unreadable)),
];

/** How often a text may be gone through, so that the time grows with the text and not faster. */
const MOST = 50;

/** A form writes a space so. */
const spaced = (text: string): string => text.replaceAll('+', ' ');

/** Which of the secrets is in a text, whatever it is encoded in; undefined for none, -1 where that takes too long. */
function secretIn(text: string, secrets: readonly string[]): number | undefined {
  const shortest = Math.min(...secrets.map(({ length }) => length));
  const decode = decoders(shortest, unreadableBeside(secrets));
  const plain = secrets.map(spaced);
  const texts = new Set([text]);
  let left = MOST * (text.length + 100);
  // Also those that are added meanwhile, until decoding changes nothing.
  for (const each of texts) {
    const found = plain.findIndex((secret) => spaced(each).includes(secret));
    if (found >= 0) return found;
    left -= each.length;
    if (left < 0) return -1;
    for (const next of decode) texts.add(next(each));
  }
  return undefined;
}

/** Numbers and times that homing writes itself. */
const OWN = new Set(['startedDateTime', 'time', 'timings']);

/**
 * Throws where an entry still has one of these texts in it: as it is, percent-encoded, in base64, escaped as JSON or as
 * HTML, or in several of these ways. Names the place, and never the text.
 */
export function assertNoSecrets(entries: readonly HarEntry[], secrets: readonly string[]): void {
  if (secrets.length === 0) return;
  for (const [at, entry] of entries.entries())
    for (const [place, value] of Object.entries<unknown>({ ...entry }).filter(([name]) => !OWN.has(name))) {
      const found = secretIn(JSON.stringify({ value }), secrets);
      if (found === undefined) continue;
      const where = `the ${place} of entry ${String(at + 1)}`;
      throw new Error(
        found < 0
          ? `The tape was not written: ${where} has too many encodings to search for secrets. Remove it with \`redact\`.`
          : `The tape was not written: secrets[${found}] is in ${where}. Remove it with \`redact\`.`,
      );
    }
}
