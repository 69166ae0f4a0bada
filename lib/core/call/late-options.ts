// Options that are functions: they run once for each call, before its middleware.

import { InvalidInputError } from '../platform/errors.js';
import { nullProto } from '../platform/values.js';
import { optionError } from '../result/error-text.js';
import { type HeaderRecord, type HeadersOption, readHeaders } from '../http/headers.js';
import { BaseUrl } from '../http/url-builder.js';
import type { CallInfo } from './context.js';

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

/** Reads a `baseUrl` option. Throws an InvalidInputError unless it is a string or a function. */
export function readBase(given: unknown, name = 'baseUrl'): LevelBase {
  if (typeof given === 'function') return given as LevelBase;
  if (typeof given === 'string') return new BaseUrl(given);
  throw InvalidInputError.ofOption(name, given, 'a string, or a function that returns one');
}

/** Reads what a `baseUrl` function returns. Throws an InvalidInputError unless it is a string. */
function readReturned(name: string, given: unknown): BaseUrl {
  if (typeof given === 'string') return new BaseUrl(given);
  throw InvalidInputError.ofOption(name, given, 'a string');
}

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
  resolved<BaseUrl | undefined>('baseUrl', base, call, readReturned);

const readNamed = (name: string, given: unknown): HeaderRecord => readHeaders(given as HeadersOption, name);

/** Merges the headers of the levels; a later level wins. Rejects with an error that names the option. */
export const resolveHeaders = async (
  levels: readonly LevelOfHeaders[],
  call: CallInfo,
): Promise<HeaderRecord> => {
  // A statement of its own: the compiler of React Native can't spread an awaited value.
  const all = await Promise.all(
    levels.map((level) => resolved<HeaderRecord>('headers', level, call, readNamed)),
  );
  return nullProto<Record<string, string>>(...all);
};
