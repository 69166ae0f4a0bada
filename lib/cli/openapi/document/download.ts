import { own } from './json-object.js';
import { DocumentError } from './document-error.js';

/** How long a server may take for all of a document, in ms. */
const TIMEOUT = 60_000;

/** How large a document may be, in bytes: the largest that are published have some 40 MB. */
const LARGEST = 256e6;

const MOST_REDIRECTS = 10;

/** A text of the web, and where it came from in the end. */
export interface Downloaded {
  readonly text: string;
  readonly mimeType: string | undefined;
  readonly url: string;
}

/** A URL as a message may tell it: without user, password and query, which may be secrets. */
export function shownUrl(url: string): string {
  try {
    const { origin, pathname } = new URL(url);
    return origin + pathname;
  } catch {
    return url.replace(/[?#].*/s, '');
  }
}

/** Why fetch failed: the code of the innermost cause, as `fetch failed` alone says nothing. */
function reasonOf(error: unknown): string {
  const name = own(error, 'name') ?? (error instanceof Error ? error.name : undefined);
  if (name === 'TimeoutError') return `no answer came within ${TIMEOUT / 1000} s`;
  const cause = own(error, 'cause');
  if (cause !== undefined) return reasonOf(cause);
  const code = own(error, 'code');
  const [first] = (own(error, 'errors') as readonly unknown[] | undefined) ?? [];
  if (first !== undefined) return reasonOf(first);
  const [address, port] = [own(error, 'address'), own(error, 'port')];
  if (typeof code === 'string' && code !== '')
    return [code, [address, port].filter(Boolean).join(':')].join(' ').trim();
  return error instanceof Error ? error.message : String(error);
}

/** A URL as fetch takes it: its user and password go into a header. */
function asked(url: string): { readonly url: string; readonly headers: Record<string, string> } {
  const parsed = new URL(url);
  const { username, password } = parsed;
  if (username === '' && password === '') return { url, headers: {} };
  parsed.username = '';
  parsed.password = '';
  const user = [username, password].map(decodeURIComponent).join(':');
  const bytes = String.fromCharCode(...new TextEncoder().encode(user));
  return { url: parsed.href, headers: { authorization: `Basic ${btoa(bytes)}` } };
}

async function textOf(response: Response, url: string): Promise<string> {
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  let size = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > LARGEST) {
      await reader?.cancel();
      throw new DocumentError(
        `${shownUrl(url)} is larger than ${LARGEST / 1e6} MB: save it and name the file`,
      );
    }
    pieces.push(decoder.decode(read.value, { stream: true }));
  }
  return pieces.join('') + decoder.decode();
}

/**
 * What stands at a URL.
 *
 * @param check Throws for a URL that may not be asked, of a redirect too.
 */
export async function download(start: string, check: (url: string) => void): Promise<Downloaded> {
  const signal = AbortSignal.timeout(TIMEOUT);
  let url = start;
  try {
    for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
      if (!/^https?:/i.test(url))
        throw new DocumentError(`${shownUrl(start)} leads to what is no URL of http, and can't be fetched`);
      check(url);
      const { url: plain, headers } = asked(url);
      const response = await fetch(plain, { headers, redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        url = new URL(location, url).href;
        continue;
      }
      if (!response.ok) throw new Error(`it answered ${response.status} ${response.statusText}`.trim());
      const mimeType = response.headers.get('content-type') ?? undefined;
      return { text: await textOf(response, url), mimeType, url };
    }
    throw new Error(`it redirects more than ${MOST_REDIRECTS} times`);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(`${shownUrl(url)} can't be fetched: ${reasonOf(error)}`);
  }
}
