import {
  type Exchange,
  type ExchangeBody,
  type HarEntry,
  harEntry,
  harOf,
  redactedBody,
  textOfBytes,
} from '../../features/archive/archive.js';
import { nullProto, type FetchLike, ownValue, InvalidInputError, systemClock } from '../../core/internal.js';
import { asReceived, ownInit, tapped, withBody } from '../../features/fetch-wrappers/around-fetch.js';
import { assertNoSecrets } from './secret-scan.js';
import {
  describeKey,
  difference,
  type Key,
  keysBy,
  nearest,
  type TapeMatch,
  type TapeRequest,
} from './match.js';
import { type Input, requestOf, sentRequest } from './sent-request.js';

declare global {
  interface SymbolConstructor {
    /** Symbol of the method that `await using` calls. */
    readonly asyncDispose: unique symbol;
  }
}

/** A fetch that records requests and responses, or replays recorded responses. Created by `openTape`. */
export interface Tape {
  /** The fetch function to pass to a client. */
  readonly fetch: typeof globalThis.fetch;
  /** Whether the tape records or replays. */
  readonly mode: 'record' | 'replay';
  /** Entries in the order of the requests. While recording, only requests with a response are included. */
  readonly entries: readonly HarEntry[];
  /**
   * Writes the entries recorded so far. Does nothing when replaying.
   *
   * @throws Error if the file would contain one of `secrets` in any encoding, or if the body of a response
   * isn't kept because it can't be redacted. Then nothing is written.
   */
  save(): Promise<void>;
  /**
   * Closes the tape, and saves it when recording. Later requests are rejected. A second call returns the same
   * promise.
   *
   * @throws Error as `save` does. When replaying, an error that lists every request without an entry, with
   * the most similar entry.
   */
  close(): Promise<void>;
  /** Closes the tape, for `await using`. Only defined if the platform has `Symbol.asyncDispose`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Settings of a tape after validation. */
export interface TapeSettings {
  /** Path of the file, for messages. */
  readonly path: string;
  readonly secrets: readonly string[];
  readonly redact: ((entry: HarEntry) => void) | undefined;
  readonly normalize: ((request: TapeRequest) => TapeRequest) | undefined;
  readonly match: TapeMatch;
  readonly timings: boolean;
  /** Media types whose bodies are kept unredacted. */
  readonly unredacted: readonly string[];
}

/**
 * Headers that describe the transferred body. fetch has already decoded it, and their values differ each
 * time.
 */
const DROPPED = /^(?::.*|content-encoding|content-length|transfer-encoding)$/;

const TIMED = /^(?:age|date|server-timing)$/;

const NULL_BODIES = [101, 103, 204, 205, 304];

abstract class AnyTape implements Tape {
  abstract readonly mode: 'record' | 'replay';
  abstract readonly entries: readonly HarEntry[];
  declare [Symbol.asyncDispose]: () => Promise<void>;
  protected readonly settings: TapeSettings;
  #closing: Promise<void> | undefined;

  constructor(settings: TapeSettings) {
    this.settings = settings;
    // `Symbol.asyncDispose` is missing on some platforms.
    const { asyncDispose } = Symbol as Partial<SymbolConstructor>;
    if (asyncDispose) this[asyncDispose] = () => this.close();
  }

  readonly fetch = async (input: Input, init?: RequestInit): Promise<Response> => {
    if (this.#closing) throw new InvalidInputError(`The tape ${this.settings.path} is closed.`);
    return this.answer(input, ownInit(init));
  };

  close(): Promise<void> {
    this.#closing ??= this.end();
    return this.#closing;
  }

  abstract save(): Promise<void>;
  protected abstract answer(input: Input, init: RequestInit): Promise<Response>;
  protected abstract end(): Promise<void>;

  /** Returns the entry to write, after redaction by homing and by the option `redact`. */
  protected entryOf(exchange: Exchange): HarEntry {
    const entry = harEntry(exchange, (body, type) => redactedBody(body, type, this.settings.unredacted));
    this.settings.redact?.(entry);
    return entry;
  }
}

/** Drops the last, incomplete line of a stream that was cancelled, because it can't be redacted. */
const wholeLines = (body: ReturnType<typeof textOfBytes>): ExchangeBody =>
  ownValue(body, 'encoding') ? body : { text: body.text.slice(0, body.text.lastIndexOf('\n') + 1) };

/** Whether a response has a body that the file doesn't contain. */
const isUnkept = ({ response: { content } }: HarEntry): boolean =>
  ownValue(content, 'text') === undefined && content.size > 0;

const unredacted = (entries: readonly HarEntry[]): string => {
  const types = entries.map(({ response }) => `'${response.content.mimeType.replace(/;.*/s, '')}'`);
  return `bodies: { unredacted: [${[...new Set(types)].join(', ')}] }`;
};

/** Throws if the body of a response isn't kept, because the response couldn't be replayed. */
function refuseUnkept(entries: readonly HarEntry[]): void {
  const unkept = entries.filter(isUnkept);
  const lines = unkept.map(({ request: { method, url } }) => `\n  ${method} ${url}`);
  if (lines.length > 0)
    throw new Error(
      `The tape was not written: homing can't redact the responses to${lines.join('')}\nPass ${unredacted(unkept)}, or set their text in \`redact\`.`,
    );
}

/** Sends every request and records it with its response. */
export class Recording extends AnyTape {
  readonly mode = 'record';
  readonly #send: FetchLike;
  readonly #write: (text: string) => Promise<void>;
  /** One item for each request, in order; filled when its response has been read. */
  readonly #places: { kept?: () => Exchange }[] = [];

  constructor(settings: TapeSettings, send: FetchLike, write: (text: string) => Promise<void>) {
    super(settings);
    this.#send = send;
    this.#write = write;
  }

  get entries(): readonly HarEntry[] {
    return this.#places.flatMap(({ kept }) => (kept ? [this.entryOf(kept())] : []));
  }

  async save(): Promise<void> {
    const { entries } = this;
    assertNoSecrets(entries, this.settings.secrets);
    refuseUnkept(entries);
    await this.#write(`${JSON.stringify(harOf(entries), null, 2)}\n`);
  }

  protected end(): Promise<void> {
    return this.save();
  }

  protected async answer(input: Input, init: RequestInit): Promise<Response> {
    const place: { kept?: () => Exchange } = {};
    this.#places.push(place);
    const request = await sentRequest(input, init);
    const ticks = (): number => systemClock.ticks();
    const [startedAt, start] = [systemClock.now(), ticks()];
    const response = await this.#send(input as string, init);
    const there = ticks();
    let end = there;
    const chunks: Uint8Array[] = [];
    const { status, statusText } = response;
    let isRead = response.body === null;
    const keep = (): void => {
      place.kept = () => ({
        request,
        response: {
          status,
          statusText,
          headers: this.#headersOf(response),
          body: isRead ? textOfBytes(chunks) : wholeLines(textOfBytes(chunks, true)),
        },
        ...(this.settings.timings && { startedAt, wait: there - start, receive: end - there }),
      });
    };
    keep();
    if (!response.body) return response;
    const add = (_size: number, chunk: Uint8Array): void => {
      chunks.push(chunk.slice());
      end = ticks();
    };
    // Don't record a response whose body failed: every replay would fail too.
    const over = (isWhole: boolean, isBroken: boolean): void => {
      isRead = isWhole;
      if (isBroken) delete place.kept;
    };
    return withBody(response, tapped(response.body, add, over));
  }

  #headersOf({ headers }: Response): Record<string, string> {
    return Object.fromEntries(
      [...headers].filter(([name]) => !DROPPED.test(name) && (this.settings.timings || !TIMED.test(name))),
    );
  }
}

/** Replays recorded responses and sends nothing. */
export class Replay extends AnyTape {
  readonly mode = 'replay';
  readonly entries: readonly HarEntry[];
  readonly #keyOf: ReturnType<typeof keysBy>;
  readonly #found = new Map<string, { readonly key: Key; readonly entries: HarEntry[]; served: number }>();
  readonly #misses = new Map<string, Key>();

  constructor(settings: TapeSettings, entries: readonly HarEntry[]) {
    super(settings);
    this.entries = entries;
    this.#keyOf = keysBy(settings.match, settings.normalize, settings.unredacted);
    for (const entry of entries) {
      const key = this.#keyOf(entry.request);
      const text = JSON.stringify(key);
      const found = this.#found.get(text);
      if (found) found.entries.push(entry);
      else this.#found.set(text, { key, entries: [entry], served: 0 });
    }
  }

  /** Does nothing: a replay doesn't change the file. */
  save(): Promise<void> {
    return Promise.resolve();
  }

  protected async answer(input: Input, init: RequestInit): Promise<Response> {
    const request = await sentRequest(input, init);
    const signal = init.signal ?? requestOf(input)?.signal;
    if (signal?.aborted) throw signal.reason;
    const key = this.#keyOf(this.entryOf({ request }).request);
    const text = JSON.stringify(key);
    const found = this.#found.get(text);
    const entry = found?.entries[Math.min(found.served, found.entries.length - 1)];
    if (!found || !entry) {
      this.#misses.set(text, key);
      // An InvalidInputError isn't retried. The text omits the URL, because it becomes an error message.
      throw new InvalidInputError(
        `The tape ${this.settings.path} has no entry for this request: close() names the nearest.`,
      );
    }
    found.served += 1;
    if (isUnkept(entry))
      throw new InvalidInputError(
        `The tape ${this.settings.path} has no response body: record it with ${unredacted([entry])}.`,
      );
    return replayed(entry, request.url);
  }

  protected end(): Promise<void> {
    const misses = [...this.#misses.values()].map((key) => `\n  ${this.#describeMiss(key)}`);
    if (misses.length === 0) return Promise.resolve();
    const what = `The tape ${this.settings.path} has no entry for`;
    return Promise.reject(new Error(`${what}${misses.join('')}\nRecord it again with mode: 'record'.`));
  }

  #describeMiss(key: Key): string {
    const other = nearest(
      key,
      [...this.#found.values()].map((found) => found.key),
    );
    const near = other ? `nearest: ${describeKey(other)}, another ${difference(key, other)}` : 'it is empty';
    return `${describeKey(key)} (${near})`;
  }
}

/** Creates a new response for each request. */
function replayed({ response }: HarEntry, url: string): Response {
  const { status, statusText, headers, content } = response;
  if (status < 100) throw new Error('The tape has no response: the request failed when it was recorded.');
  const pairs = headers.filter(({ name }) => !DROPPED.test(name.toLowerCase()));
  const body = ownValue(content, 'encoding')
    ? Uint8Array.from(atob(content.text ?? ''), (char) => char.charCodeAt(0))
    : (content.text ?? '');
  const own = nullProto<ResponseInit>({
    headers: pairs.map(({ name, value }): [string, string] => [name, value]),
  });
  const made = new Response(NULL_BODIES.includes(status) ? null : body, own);
  return asReceived(made, {
    ...{ url, redirected: false, type: 'basic', status, statusText },
    ok: status >= 200 && status < 300,
  });
}
