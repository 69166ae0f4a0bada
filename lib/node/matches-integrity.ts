const TOKEN = /^(sha256|sha384|sha512)-([^?]*)/i;

interface Hash {
  readonly algorithm: string;
  readonly value: string;
}

/** In the one alphabet, and without what fills it up. */
const plainBase64 = (text: string): string =>
  text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '');

/** The hashes that are named, by the strongest algorithm of those; what is none is passed over, as the standard says. */
const strongest = (integrity: string): readonly Hash[] => {
  const hashes: Hash[] = [];
  for (const token of integrity.split(/\s+/)) {
    const [, algorithm, value] = TOKEN.exec(token) ?? [];
    if (algorithm === undefined || value === undefined) continue;
    hashes.push({ algorithm: algorithm.toLowerCase(), value: plainBase64(value) });
  }
  const best = hashes.reduce((most, { algorithm }) => (algorithm > most ? algorithm : most), '');
  return hashes.filter(({ algorithm }) => algorithm === best);
};

const base64 = (digest: ArrayBuffer): string =>
  plainBase64(btoa(String.fromCharCode(...new Uint8Array(digest))));

/** Whether the bytes have one of the hashes of an `integrity` option; also where that names none. */
export async function matchesIntegrity(integrity: string, bytes: Uint8Array): Promise<boolean> {
  const [first, ...others] = strongest(integrity);
  if (!first) return true;
  const digest = await crypto.subtle.digest(first.algorithm.replace('sha', 'SHA-'), new Uint8Array(bytes));
  const actual = base64(digest);
  return [first, ...others].some(({ value }) => value === actual);
}
