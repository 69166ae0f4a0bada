// Options that are functions: they run once for each call, before its middleware.

import { InvalidInputError } from '../platform/errors.js';
import { nullProto } from '../platform/values.js';
import { optionError } from '../result/error-text.js';
import { type HeaderRecord, type HeadersOption, readHeaders } from '../http/headers.js';
import { BaseUrl } from '../http/url-builder.js';
import type { CarriedContext } from './context.js';

/** The call that a `baseUrl` or `headers` function runs for. */
export interface CallInfo {
  /** The endpoint's name on the client. */
  readonly endpoint: string;
  /** The application's data of the call. Frozen. */
  readonly context: CarriedContext;
}

/** The headers of one level: plain, or a function. */
export type LevelOfHeaders = HeaderRecord | HeadersFunction;

/** A `baseUrl`, or a function that returns it when a call starts. */
export type BaseUrlOption = string | ((call: CallInfo) => string | Promise<string>);

/** Returns the headers of a call when it starts. */
export type HeadersFunction = (call: CallInfo) => HeadersOption | Promise<HeadersOption>;

/** The headers of a client, a copy or an endpoint: plain, or a function that returns them when a call starts. */
export type LevelHeaders = HeadersOption | HeadersFunction;

/** The base URL of a level: parsed, or a function. */
export type LevelBase = BaseUrl | Exclude<BaseUrlOption, string>;

/** Parses a base URL. Throws an InvalidInputError for a value that isn't a string. */
const parseBase = (name: string, given: unknown): BaseUrl => {
  if (typeof given === 'string') return new BaseUrl(given);
  throw InvalidInputError.ofOption(name, given, 'a string, or a function that returns one');
};

/** Reads a `baseUrl` option. Throws an InvalidInputError for a value that is neither a string nor a function. */
export const readBase = (given: unknown, name = 'baseUrl'): LevelBase =>
  typeof given === 'function' ? (given as LevelBase) : parseBase(name, given);

/** Returns the value of a level, or what its function returns. Rejects with an error that names the option. */
const resolved = async <T>(
  option: string,
  level: T | ((call: CallInfo) => unknown),
  call: CallInfo,
  read: (name: string, given: unknown) => T,
): Promise<T> => {
  if (typeof level !== 'function') return level;
  try {
    return read(`The return value of ${option}`, await (level as (call: CallInfo) => unknown)(call));
  } catch (thrown) {
    throw optionError(option, thrown);
  }
};

/** Returns the base URL of a call. Rejects with an error that names the option. */
export const resolveBase = (base: LevelBase | undefined, call: CallInfo): Promise<BaseUrl | undefined> =>
  resolved<BaseUrl | undefined>('baseUrl', base, call, parseBase);

const readNamed = (name: string, given: unknown): HeaderRecord => readHeaders(given as HeadersOption, name);

/** Merges the headers of the levels; a later level wins. Rejects with an error that names the option. */
export const resolveHeaders = async (
  levels: readonly LevelOfHeaders[],
  call: CallInfo,
): Promise<HeaderRecord> =>
  nullProto<Record<string, string>>(
    ...(await Promise.all(levels.map((level) => resolved<HeaderRecord>('headers', level, call, readNamed)))),
  );
