import { readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DocumentError, shownRef } from './diagnostics.js';
import { own, ownList } from './json-document.js';

/** Files and URLs that the `$ref`s of a document can name. */
export interface Reach {
  /**
   * Whether to reject all downloads, including the document.
   *
   * @default false
   */
  readonly offline?: boolean | undefined;
  /** Folder whose files can be named. Default: the folder of the document, if it is a file. */
  readonly root?: string | undefined;
  /** Allowed origins in addition to the origin of the document. */
  readonly allowOrigins?: readonly string[] | undefined;
}

/** The text of a file, and its media type from the server. */
interface SourceText {
  readonly text: string;
  readonly mimeType?: string | undefined;
}

const WEB = /^https?:\/\//i;
const SCHEME = /^[a-z][a-z\d+.-]+:/i;

const REASONS = new Map([
  ['ENOENT', 'no such file'],
  ['EISDIR', 'it is a folder; pass a file'],
  ['EACCES', 'you have no permission'],
]);

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = REASONS.get(String(own(error, 'code'))) ?? (error as Error).message;
    throw new DocumentError(`${path} can't be read: ${reason}`);
  }
}

/** Resolves symbolic links; returns the path itself if it doesn't exist. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const isInside = (folder: string, path: string): boolean => {
  const way = relative(realPath(folder), realPath(path));
  return way !== '' && !/^\.\.([/\\]|$)/.test(way) && !isAbsolute(way);
};

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

/**
 * The files and URLs of a document. Reads only what a `$ref` may name: files in the document's folder, URLs
 * of its origin, and what the user allowed. A document that is an object has no folder and no origin.
 */
export class Sources {
  /** Path or URL of the document. */
  readonly document: string;
  /** Files that were read. The document's own file is first. */
  readonly files = new Set<string>();
  /** Errors of the files that could not be read, by path or URL. */
  readonly failures = new Map<string, string>();
  readonly #isObject: boolean;
  readonly #offline: boolean;
  readonly #root: string | undefined;
  readonly #origins: Set<string>;

  constructor(document: string | object, { offline = false, root, allowOrigins = [] }: Reach) {
    this.#isObject = typeof document !== 'string';
    this.#offline = offline;
    this.#origins = new Set(allowOrigins.map((each) => originOf(each) ?? each));
    this.#root = root === undefined ? undefined : resolve(root);
    if (typeof document !== 'string') this.document = join(this.#root ?? resolve('.'), 'document.json');
    else if (WEB.test(document)) {
      this.document = document;
      this.#origins.add(originOf(document) ?? document);
    } else {
      this.document = resolve(document.startsWith('file:') ? fileURLToPath(document) : document);
      this.#root ??= dirname(this.document);
    }
  }

  /** Returns the path or URL that a `$ref` names. Never throws: `read` rejects an invalid one. */
  addressOf(base: string, ref: string): string {
    if (WEB.test(ref)) return ref;
    if (WEB.test(base)) return URL.canParse(ref, base) ? new URL(ref, base).href : ref;
    return SCHEME.test(ref) ? ref : resolve(dirname(base), ref);
  }

  /** Reads a path or URL. Throws a DocumentError if it can't be read or isn't allowed. */
  async read(address: string): Promise<SourceText> {
    try {
      return await this.#read(address);
    } catch (error) {
      if (error instanceof DocumentError) this.failures.set(address, error.message);
      throw error;
    }
  }

  async #read(address: string): Promise<SourceText> {
    if (WEB.test(address)) return await this.#fromWeb(address);
    if (!isAbsolute(address))
      throw new DocumentError(`${shownRef(address)} is neither a file nor an http URL`);
    this.#checkFile(address);
    this.files.add(address);
    return { text: readFile(address) };
  }

  async #fromWeb(address: string): Promise<SourceText> {
    if (this.#offline)
      throw new DocumentError(
        `${shownUrl(address)} can't be fetched with --offline: save it and pass the file`,
      );
    const isDocument = address === this.document;
    const { text, mimeType, url } = await download(address, (each) => {
      if (!isDocument) this.#checkOrigin(each);
    });
    const origin = originOf(url);
    if (isDocument && origin !== undefined) this.#origins.add(origin);
    return { text, mimeType };
  }

  #checkOrigin(url: string): void {
    const origin = originOf(url) ?? url;
    if (this.#origins.has(origin)) return;
    throw new DocumentError(
      `${shownUrl(url)} has another origin than the document: pass --allow-origin ${origin}, or save it as a file`,
    );
  }

  #checkFile(path: string): void {
    if (path === this.document && !this.#isObject) return;
    if (this.#root === undefined)
      throw new DocumentError(
        `${shownRef(path)} is a local file, but the document is not: pass its folder with --root`,
      );
    if (!isInside(this.#root, path))
      throw new DocumentError(
        `${shownRef(path)} is outside ${this.#root}: pass --root with a folder that contains both`,
      );
  }
}

/** Milliseconds in which a server must send the whole document. */
const TIMEOUT = 60_000;

/** Maximum size of a document in bytes. The largest published documents have about 40 MB. */
const LARGEST = 256e6;

const MOST_REDIRECTS = 10;

/** A downloaded text, and its final URL. */
interface Downloaded extends SourceText {
  readonly url: string;
}

/** Returns a URL for a message, without user, password and query, which can be secrets. */
function shownUrl(url: string): string {
  if (!URL.canParse(url)) return url.replace(/[?#].*/s, '');
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Returns why fetch failed: the code of the innermost cause, because the message is only `fetch failed`. */
function reasonOf(error: unknown): string {
  if ((error as Error).name === 'TimeoutError') return `timed out after ${TIMEOUT / 1000} s`;
  const cause = own(error, 'cause');
  if (cause !== undefined) return reasonOf(cause);
  const [first] = ownList(error, 'errors');
  if (first !== undefined) return reasonOf(first);
  const code = own(error, 'code');
  if (typeof code !== 'string' || code === '') return (error as Error).message;
  return `${code} ${[own(error, 'address'), own(error, 'port')].filter(Boolean).join(':')}`.trim();
}

/** Prepares a URL for fetch: moves user and password to a header. */
function withBasicAuth(url: string): { readonly url: string; readonly headers: Record<string, string> } {
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
      throw new DocumentError(`${shownUrl(url)} exceeds ${LARGEST / 1e6} MB: save it and pass the file`);
    }
    pieces.push(decoder.decode(read.value, { stream: true }));
  }
  return pieces.join('') + decoder.decode();
}

/**
 * Downloads a URL.
 *
 * @param check Throws if a URL isn't allowed. Also called for redirects.
 */
async function download(start: string, check: (url: string) => void): Promise<Downloaded> {
  const signal = AbortSignal.timeout(TIMEOUT);
  let url = start;
  try {
    for (let count = 0; count <= MOST_REDIRECTS; count += 1) {
      if (!/^https?:/i.test(url))
        throw new DocumentError(`${shownUrl(start)} redirects to a URL that is not http(s)`);
      check(url);
      const { url: plain, headers } = withBasicAuth(url);
      const response = await fetch(plain, { headers, redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        url = new URL(location, url).href;
        continue;
      }
      if (!response.ok) throw new Error(`it returned ${response.status} ${response.statusText}`.trim());
      const mimeType = response.headers.get('content-type') ?? undefined;
      return { text: await textOf(response, url), mimeType, url };
    }
    throw new Error(`it redirects more than ${MOST_REDIRECTS} times`);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(`${shownUrl(url)} can't be fetched: ${reasonOf(error)}`);
  }
}
