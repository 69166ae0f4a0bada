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
import { type FetchLike, givenOptions, ownValue, InvalidInputError } from '../../core/internal.js';
import { fetchOf } from '../../features/fetch-wrappers/around-fetch.js';
import type { TapeMatch, TapeRequest } from './match.js';
import { Recording, Replay, type Tape, type TapeSettings } from './tape.js';

export type { Exchange, ExchangeBody, HarMessage } from '../../features/archive/archive.js';
export type { Har, HarContent, HarEntry, HarField, HarPair, HarPostData, HarRequest, HarResponse };

/** Options of `openTape`. */
export interface TapeOptions {
  /**
   * `'record'` sends every request and writes the file anew, `'replay'` answers from it and sends nothing. Default
   * `'auto'`: replays if the file exists, and always where the environment has `CI` set. Another value throws, and so
   * does replay without a file.
   */
  mode?: 'auto' | 'record' | 'replay' | undefined;
  /** Texts that must not be in the file: saving throws where one is, in any encoding. Default: none. An empty one throws. */
  secrets?: readonly string[] | undefined;
  /** What is kept of bodies that homing can't redact. Default: type and length. Another value doesn't compile. */
  bodies?: TapeBodies | undefined;
  /**
   * Changes an entry in place, after homing has redacted it, before it is written or compared. In replay each request
   * passes through it, with an answer that is empty. Default: nothing. What it throws, fetch rejects with.
   */
  redact?: ((entry: HarEntry) => void) | undefined;
  /**
   * Gives what is compared of a request, without what changes each time: a time, an id. It gets a copy, redacted, and is
   * asked in recording and replay alike; the file has the request as it was. Default: all of it. What it throws, fetch
   * rejects with.
   */
  normalize?: ((request: TapeRequest) => TapeRequest) | undefined;
  /** What has to be equal for a recorded answer to be given. Default: method, path, query and body. Another value doesn't compile. */
  match?: TapeMatch | undefined;
  /**
   * Whether the file has real times, and the headers `Date`, `Age` and `Server-Timing`. Default false: it is the same each
   * time. Any other value counts as it does in a condition.
   */
  timings?: boolean | undefined;
  /** What sends the requests that are recorded. Default: the global fetch, as it is at each request. No function: throws. */
  fetch?: FetchLike | undefined;
}

/** What a tape keeps of bodies. */
export interface TapeBodies {
  /**
   * Media types, such as `'text/html'`, whose bodies are kept as they are if homing can't redact them. Default: none, saving
   * throws where a response has such a body. Throws a TypeError for what is no array.
   */
  unredacted?: readonly string[] | undefined;
}

/** Where a tape is kept. */
export interface TapeFile {
  /** Undefined where there is none. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** Entries of a file that somebody may have written by hand. */
function entriesOf(text: string, path: string): HarEntry[] {
  let har: Partial<Har> | undefined;
  try {
    har = JSON.parse(text) as Partial<Har>;
  } catch {
    // Said below.
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

/** Opens a tape that is kept somewhere. */
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

/** What of Node's file system a tape needs. */
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
      // Whoever reads meanwhile gets the old one or the new one.
      const draft = `${path}.${String(Date.now())}.tmp`;
      await system.writeFile(draft, text);
      await system.rename(draft, path);
    },
  };
}

/** Continuous integration says so by a variable of the environment. */
const isCI = (): boolean => {
  const { process } = globalThis as { process?: { env?: { CI?: string } } };
  const said = process?.env && ownValue(process.env, 'CI');
  return said !== undefined && !['', '0', 'false'].includes(said);
};

/**
 * Opens a tape: a file of requests and their answers, from which `tape.fetch` answers without a network. It is written
 * the first time, redacted.
 *
 * @param path Of the file, an HTTP archive (`.har`). Its folder is made when it is written.
 * @returns A promise; rejects for options that can't be used, for replay without a file, for a file that is no archive,
 *   and where there is no file system.
 */
export async function openTape(path: string, options: TapeOptions = {}): Promise<Tape> {
  return tapeIn(await fileAt(path), path, options, isCI());
}

/** An HTTP archive of requests and their answers, redacted as a tape is. A body that can't be redacted is left out. */
export const toHar = (exchanges: Iterable<Exchange>): Har =>
  harOf([...exchanges].map((exchange) => harEntry(exchange)));
