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

/**
 * Returns a function that decodes the base64 parts of a string, in both alphabets and with line breaks.
 * `start` skips characters, because base64 can begin at any offset.
 */
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
      // One leftover character doesn't encode a whole byte.
      .map((run) => atob(run.length % 4 === 1 ? run.slice(0, -1) : run))
      .map((bytes) => new TextDecoder().decode(bytesOf(bytes)))
      // Most of the input isn't base64 and decodes to unreadable characters. Split there.
      .flatMap((decoded) => decoded.split(unreadable))
      .filter(({ length }) => length >= shortest)
      .join('\n');

/** Returns a pattern for characters that no secret contains. A private key contains line breaks. */
const unreadableBeside = (secrets: readonly string[]): RegExp => {
  const controls = new Set(secrets.join('').match(/\p{Cc}/gu));
  const codes = [...controls].map((char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return new RegExp(`(?:(?![${codes.join('')}])[\\p{Cc}\\ufffd])+`, 'u');
};

/**
 * Returns functions that each remove one level of an encoding. Deeply nested escapes are removed in one step,
 * because one round for each would take too long.
 */
const decoders = (shortest: number, unreadable: RegExp): readonly Decode[] => [
  (text) =>
    text
      .replace(/\\(?:u005c){8,}(?=u005c)/gi, '\\')
      .replace(/\\(?:u([\da-f]{4})|(.))/gis, (_, hex: string | undefined, char: string) =>
        hex === undefined ? (JSON_ESCAPES[char] ?? char) : String.fromCharCode(parseInt(hex, 16)),
      ),
  // Eight levels are decoded one by one, because a secret can contain an escape itself.
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

/** Limits the decoded characters to a multiple of the input, so that the time grows linearly. */
const MOST = 50;

/** Replaces `+` with a space, as in form encoding. */
const spaced = (text: string): string => text.replaceAll('+', ' ');

/**
 * Returns the index of the secret that a string contains, in any encoding. Returns undefined if there is
 * none, and -1 if the scan would take too long.
 */
function secretIn(text: string, secrets: readonly string[]): number | undefined {
  const shortest = Math.min(...secrets.map(({ length }) => length));
  const decode = decoders(shortest, unreadableBeside(secrets));
  const plain = secrets.map(spaced);
  const texts = new Set([text]);
  let left = MOST * (text.length + 100);
  // The loop also visits the strings that it adds, until decoding produces no new string.
  for (const each of texts) {
    const found = plain.findIndex((secret) => spaced(each).includes(secret));
    if (found >= 0) return found;
    left -= each.length;
    if (left < 0) return -1;
    for (const next of decode) texts.add(next(each));
  }
  return undefined;
}

/** Fields whose numbers and times homing writes itself. */
const OWN = new Set(['startedDateTime', 'time', 'timings']);

/**
 * Throws if an entry contains one of the secrets: unchanged, percent-encoded, as base64, escaped as JSON or
 * HTML, or in a combination of these. The message names the place but not the secret.
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
