import {
  type Exchange,
  type Har,
  type HarContent,
  type HarEntry,
  harEntry,
  type HarField,
  harOf,
  type HarPair,
  type HarPostData,
  type HarRequest,
  type HarResponse,
  readUnredacted,
} from '../../features/archive/archive.js';
import { type FetchLike, givenOptions, InvalidInputError } from '../../core/internal.js';
import { fetchOf } from '../../features/fetch-wrappers/around-fetch.js';
import type { TapeMatch, TapeRequest } from './match.js';
import { Recording, Replay, type Tape, type TapeSettings } from './tape.js';

export type { Exchange, ExchangeBody, HarMessage } from '../../features/archive/archive.js';
export type { Har, HarContent, HarEntry, HarField, HarPair, HarPostData, HarRequest, HarResponse };

/** Options of `openTape`. */
export interface TapeOptions {
  /**
   * Whether to record or replay. `'record'` sends every request and overwrites the file. `'replay'` responds
   * from the file and sends nothing. `'auto'` replays if the file exists or the environment variable `CI` is
   * set, and records otherwise. `openTape` rejects for another value, and for a replay without a file.
   *
   * @default 'auto'
   */
  mode?: 'auto' | 'record' | 'replay' | undefined;
  /**
   * Strings that must not be in the file. Saving rejects if the file contains one of them, in any encoding.
   * `openTape` rejects if an item is empty or not a string.
   *
   * @default []
   */
  secrets?: readonly string[] | undefined;
  /** Which bodies to keep if homing can't redact them. Default: only their type and length. */
  bodies?: TapeBodies | undefined;
  /**
   * Changes an entry in place, after homing has redacted it and before it is written or compared. When
   * replaying, it is called for each request, with an empty response. Default: no change. If it throws, fetch
   * rejects with the error.
   */
  redact?: ((entry: HarEntry) => void) | undefined;
  /**
   * Returns the request to compare, without values that change each time, such as a time or an id. Gets a
   * redacted copy, when recording and when replaying; the file contains the original request. Default:
   * compares the whole request. If it throws, fetch rejects with the error.
   */
  normalize?: ((request: TapeRequest) => TapeRequest) | undefined;
  /** Which parts of two requests must be equal for a replay. Default: method, path, query and body. */
  match?: TapeMatch | undefined;
  /**
   * Whether the file contains real times and the headers `Date`, `Age` and `Server-Timing`. If false,
   * recording the same responses again produces the same file. Any other value is treated as truthy or falsy.
   *
   * @default false
   */
  timings?: boolean | undefined;
  /**
   * Sends the recorded requests. Default: the global fetch at the time of each request. `openTape` rejects if
   * it is not a function.
   */
  fetch?: FetchLike | undefined;
}

/** Which bodies a tape keeps. */
export interface TapeBodies {
  /**
   * Media types whose bodies are kept unredacted if homing can't redact them, such as `'text/html'`. With the
   * default, saving rejects if a response has such a body. `openTape` rejects with a TypeError if it is not
   * an array.
   *
   * @default []
   */
  unredacted?: readonly string[] | undefined;
}

/** Storage of a tape. */
export interface TapeFile {
  /** Reads the file. Resolves with undefined if it doesn't exist. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** Returns the entries of a HAR file, which can be written by hand. Throws if the file has none. */
function entriesOf(text: string, path: string): HarEntry[] {
  let har: Partial<Har> | undefined;
  try {
    har = JSON.parse(text) as Partial<Har>;
  } catch {
    // The error below covers invalid JSON.
  }
  const entries = har?.log?.entries;
  if (Array.isArray(entries)) return entries;
  throw new Error(
    `The tape ${path} is not a HAR file (no log.entries). Record it again with mode: 'record'.`,
  );
}

function readSettings(path: string, options: TapeOptions): TapeSettings {
  const { secrets = [], redact, normalize, match, timings = false, bodies = {} } = givenOptions(options);
  for (const secret of secrets)
    if (typeof secret !== 'string' || secret === '')
      throw InvalidInputError.of('secrets[]', secret, 'a string');
  const unredacted = readUnredacted(bodies);
  return { path, secrets, redact, normalize, match: givenOptions(match), timings, unredacted };
}

/** Opens a tape in the given storage. */
export async function tapeIn(
  file: TapeFile,
  path: string,
  options: TapeOptions = {},
  isCI = false,
): Promise<Tape> {
  const settings = readSettings(path, options);
  const { mode = 'auto', fetch } = givenOptions(options);
  if (!['auto', 'record', 'replay'].includes(mode))
    throw InvalidInputError.ofOption('mode', mode, "'auto', 'record' or 'replay'");
  const send = fetchOf('fetch', fetch);
  const text = mode === 'record' ? undefined : await file.read();
  if (text !== undefined) return new Replay(settings, entriesOf(text, path));
  if (mode === 'record' || (mode === 'auto' && !isCI))
    return new Recording(settings, send, (written) => file.write(written));
  const why = mode === 'auto' ? ' CI is set, so nothing is recorded.' : '';
  throw new Error(`No tape at ${path}.${why} Record it with mode: 'record'.`);
}

/** The functions of `node:fs/promises` that a tape uses. */
interface FileSystem {
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  writeFile(path: string, text: string): Promise<void>;
  mkdir(path: string, options: { recursive: true }): Promise<unknown>;
  rename(from: string, to: string): Promise<void>;
}

async function fileAt(path: string): Promise<TapeFile> {
  const system = (await import('node:fs/promises').catch(() => {
    throw new Error('openTape needs node:fs/promises, which is missing: use Node, Bun or Deno.');
  })) as FileSystem;
  return {
    read: () =>
      system.readFile(path, 'utf8').catch((thrown: unknown) => {
        if ((thrown as { code?: unknown } | null)?.code === 'ENOENT') return undefined;
        throw thrown;
      }),
    async write(text) {
      const folder = path.replace(/[^\\/]*$/, '');
      if (folder) await system.mkdir(folder, { recursive: true });
      // Write to a temporary file and rename it, so that a concurrent reader never sees a partial file.
      const draft = `${path}.${String(Date.now())}.tmp`;
      await system.writeFile(draft, text);
      await system.rename(draft, path);
    },
  };
}

/** Whether the environment variable `CI` is set to a value other than `''`, `'0'` or `'false'`. */
const isCI = (): boolean => {
  const { process } = globalThis as { process?: { env?: { CI?: string } } };
  const said = process?.env?.CI;
  return said !== undefined && !['', '0', 'false'].includes(said);
};

/**
 * Opens a tape: a file of recorded requests and responses. `tape.fetch` responds from it without a network.
 * The first run records the file, with secrets redacted.
 *
 * @param path Path of the HAR file. Saving creates its folder.
 * @returns A promise. Rejects for invalid options, for a replay without a file, for a file that is not a HAR
 * file, and in a runtime without a file system.
 */
export async function openTape(path: string, options: TapeOptions = {}): Promise<Tape> {
  return tapeIn(await fileAt(path), path, options, isCI());
}

/** Converts exchanges to a HAR object, redacted like a tape. Omits bodies that can't be redacted. */
export const toHar = (exchanges: Iterable<Exchange>): Har =>
  harOf([...exchanges].map((exchange) => harEntry(exchange)));
