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

const called = async <T>(option: string, call: () => T): Promise<Awaited<T>> => {
  try {
    return await call();
  } catch (thrown) {
    throw optionError(option, thrown);
  }
};

/** Returns the base URL of a call. Rejects with an error that names the option. */
export const resolveBase = (base: LevelBase | undefined, facts: CallInfo): Promise<BaseUrl | undefined> =>
  called('baseUrl', async () =>
    typeof base === 'function' ? parseBase('The return value of baseUrl', await base(facts)) : base,
  );

/** Merges the headers of the levels; a later level wins. Rejects with an error that names the option. */
export async function resolveHeaders(
  levels: readonly (HeaderRecord | HeadersFunction)[],
  facts: CallInfo,
): Promise<HeaderRecord> {
  const records = await Promise.all(
    levels.map((level) =>
      called('headers', async () =>
        typeof level === 'function' ? readHeaders(await level(facts), 'The return value of headers') : level,
      ),
    ),
  );
  return nullProto<Record<string, string>>({}, ...records);
}
