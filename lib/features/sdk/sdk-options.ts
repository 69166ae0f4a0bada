import {
  type CallInfo,
  type ClientOptions,
  define,
  describeType,
  givenOptions,
  hasMethods,
  InvalidInputError,
  isObject,
  type Middleware,
  ownDefined,
  type Plugin,
} from '../../core/internal.js';
import {
  type Credential,
  credentialError,
  type CredentialRule,
  type GivenCredential,
  sendCredentials,
} from './credentials.js';
import { isBrowser, readEnvironment } from './environment.js';
import { limitError, type Limits, optionsError } from './limits.js';
import { LOG_LEVELS, type LogLevel, type SdkLogger } from './log-levels.js';
import { SdkError } from './sdk-errors.js';

/** Rules for the keys of an SDK: where each is sent, by the name of the client's option. */
export type AuthRules = Readonly<Record<string, CredentialRule>>;

/** Options of every SDK's client. */
export interface SharedOptions extends Pick<
  ClientOptions,
  'baseUrl' | 'query' | 'fetch' | 'fetchOptions' | 'observers' | 'onInvalidData' | 'context'
> {
  /**
   * URL of the service. Default: the environment variable, such as `ACME_BASE_URL`, else the URL of `server`. `new`
   * throws for an invalid URL, and for one without a scheme, unless it starts with `/`. If a function returns such a
   * URL, each call fails.
   */
  baseUrl?: ClientOptions['baseUrl'];
  /**
   * Headers of every call, or a function that returns them once for each call. Null removes a header that the SDK sets,
   * undefined changes nothing. Default: none. With an invalid name or value, each call fails.
   */
  headers?: ClientOptions['headers'];
  /**
   * Milliseconds for a whole call, with all attempts and waits; 0 for no limit. `new` throws for a negative number and
   * NaN.
   *
   * @default 60000, unless the SDK sets another value
   */
  timeout?: number | undefined;
  /**
   * Milliseconds for each attempt; 0 for no limit. Doesn't apply to uploads, streams and downloads of bytes, unless a
   * call sets it. `new` throws for a negative number and NaN.
   *
   * @default 20000, unless the SDK sets another value
   */
  attemptTimeout?: number | undefined;
  /**
   * Maximum number of retries of a request that is safe to repeat. Fractions round down. `new` throws for a negative
   * number and NaN.
   *
   * @default 2, unless the SDK sets another value
   */
  maxRetries?: number | undefined;
  /** Middleware that runs for each call, after the credentials are set and before retries. Default: none. */
  middleware?: ClientOptions['middleware'];
  /**
   * Replaces the SDK's keys: an `AuthPlugin`, for example with OAuth, or your own middleware. Default: the keys.
   * Anything else doesn't compile.
   */
  auth?: Middleware | Plugin | undefined;
  /**
   * Secret of the service's webhooks, or several while it changes. Default: the environment variable, such as
   * `ACME_WEBHOOK_SECRET`. Only used by an SDK with `webhooks`.
   */
  webhookSecret?: string | readonly string[] | undefined;
  /** What is logged. Default: the environment variable, such as `ACME_LOG`, else `'off'`. */
  logLevel?: LogLevel | undefined;
  /** Receives the lines of the log. They contain no query, no header and no body. Default: `console`. */
  logger?: SdkLogger | undefined;
  /**
   * Whether a page or worker in a browser can create a client with a secret key, which every user of the page can then
   * read.
   *
   * @default false
   */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/**
 * Options of an SDK's client: keys, server and the options that every SDK has.
 *
 * @typeParam TAuth The rules of the keys.
 * @typeParam TServer The names of the servers.
 */
export type SdkOptions<TAuth = {}, TServer extends string = string> = SharedOptions & {
  /** Name of the server. Default: the SDK's first one. */
  server?: TServer | undefined;
} & {
  -readonly [K in keyof TAuth]?: Credential | undefined;
};

/** The parts of a definition that decide how options are read. */
interface OptionRules {
  readonly name: string;
  readonly env: string;
  readonly errorName?: string | undefined;
  readonly servers: string | Readonly<Record<string, string>>;
  readonly auth?: AuthRules | undefined;
  readonly publicEndpoints?: readonly string[] | undefined;
}

type Given = Readonly<Record<string, unknown>> & SharedOptions & { readonly server?: string };

/** Returns whether a URL has a scheme or starts with a slash. */
export const hasScheme = (url: unknown): boolean =>
  typeof url === 'string' && /^([a-z][a-z\d+.-]*:\/)?\//i.test(url);

/** Returns whether a URL with a scheme can be parsed. Not `URL.canParse`, which React Native lacks. */
function isParsable(url: string): boolean {
  try {
    return url.startsWith('/') || Boolean(new URL(url));
  } catch {
    return false;
  }
}

/** Returns the error for an option of another type; undefined for a missing option. */
const typeError = (
  isRight: boolean,
  name: string,
  value: unknown,
  wanted: string,
): InvalidInputError | undefined =>
  isRight || value === undefined ? undefined : InvalidInputError.of(name, value, wanted);

const has = (value: unknown, ...methods: readonly string[]): boolean =>
  isObject(value) && hasMethods(value, ...methods);

/**
 * Returns the error for an option that would otherwise fail in the core, where no message names it, or count as true;
 * else undefined.
 */
function optionError(given: Given): InvalidInputError | undefined {
  const { middleware, auth, observers, onInvalidData, logger, dangerouslyAllowBrowser: allows } = given;
  const { fetchOptions, context } = given;
  const isAuth = typeof auth === 'function' || has(auth, 'handle');
  const isLogger = has(logger, 'error', 'warn', 'info', 'debug');
  return (
    typeError(Array.isArray(middleware), 'middleware', middleware, 'an array of middleware') ??
    typeError(isAuth, 'auth', auth, 'a middleware or a plugin') ??
    typeError(has(observers, 'begin'), 'observers', observers, 'the return value of observers()') ??
    typeError(typeof onInvalidData === 'function', 'onInvalidData', onInvalidData, 'a function') ??
    typeError(isLogger, 'logger', logger, 'an object with error, warn, info and debug') ??
    typeError(typeof allows === 'boolean', 'dangerouslyAllowBrowser', allows, 'true or false') ??
    optionsError(fetchOptions, 'fetchOptions') ??
    optionsError(context, 'context')
  );
}

/** Describes a value that isn't one of some names: a string as it is, another value by its type. */
const shown = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : describeType(value);

/** Options as other SDKs name them, in lower case. Any other unknown option can belong to a subclass. */
const OTHER_NAMES = /* @__PURE__ */ new Map<string, keyof SharedOptions>([
  ['baseurl', 'baseUrl'],
  ['maxretries', 'maxRetries'],
  ['defaultheaders', 'headers'],
  ['defaultquery', 'query'],
]);

/** Returns the option that is meant by a name such as `baseURL` or `base_url`. */
const meantBy = (name: string): string => OTHER_NAMES.get(name.replaceAll('_', '').toLowerCase()) ?? name;

/** Returns the name of an option in the environment: `API_KEY` for `apiKey`. */
const inEnvironment = (option: string): string => option.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toUpperCase();

/** Reads the options of a client, and the environment for missing options. */
export class OptionReader {
  readonly #rules: OptionRules;
  readonly #given: Given;

  constructor(rules: OptionRules, given: object | undefined) {
    this.#rules = rules;
    this.#requireOptions(given);
    this.#given = givenOptions(given as Given | undefined);
    const problem = optionError(this.#given);
    if (problem) throw this.#error(problem.message);
    const other = Object.keys(this.#given).find((name) => meantBy(name) !== name);
    if (other !== undefined) throw this.#error(`${other} is unknown: pass ${meantBy(other)}.`);
  }

  get given(): Given {
    return this.#given;
  }

  /**
   * Returns the options of a copy of the client. Another server replaces the base URL, and another key replaces `auth`:
   * otherwise the calls would have the identity of the original client.
   */
  mergeOptions(changes: object): object {
    this.#requireOptions(changes);
    const own = ownDefined(changes as Given);
    const merged: Record<string, unknown> = { ...this.#given };
    if (own.server !== undefined) delete merged['baseUrl'];
    if (Object.keys(this.#rules.auth ?? {}).some((key) => key in own)) delete merged['auth'];
    return { ...merged, ...own };
  }

  /** The URL of the service. Throws for an unknown server, and for a URL of the customer without a scheme. */
  get baseUrl(): NonNullable<ClientOptions['baseUrl']> {
    const { baseUrl, server } = this.#given;
    const { servers } = this.#rules;
    if (baseUrl !== undefined) return this.#checkedUrl('baseUrl', baseUrl);
    const fromEnvironment = server === undefined ? this.#environment('BASE_URL') : undefined;
    if (fromEnvironment !== undefined) return this.#checkedUrl(this.#variable('BASE_URL'), fromEnvironment);
    const all = typeof servers === 'string' ? { default: servers } : servers;
    const name = server ?? Object.keys(all)[0] ?? '';
    if (Object.hasOwn(all, name)) return all[name] as string;
    throw this.#error(`server is ${shown(name)}: pass one of ${Object.keys(all).join(', ')}.`);
  }

  /** The limits of a call that the options set. Throws for an invalid one. */
  get limits(): Limits {
    const problem = limitError(this.#given);
    if (problem) throw this.#error(problem.message);
    return this.#given;
  }

  /** What is logged. An unknown level throws, but one of the environment is ignored. */
  get logLevel(): LogLevel {
    const { logLevel } = this.#given;
    const isLevel = (level: unknown): level is LogLevel => LOG_LEVELS.includes(level as LogLevel);
    if (logLevel === undefined) {
      const level = this.#environment('LOG')?.toLowerCase();
      return isLevel(level) ? level : 'off';
    }
    if (isLevel(logLevel)) return logLevel;
    throw this.#error(`logLevel is ${shown(logLevel)}: pass ${LOG_LEVELS.join(', ')}.`);
  }

  /** The middleware that sends the credentials; undefined without any. Throws if one is missing. */
  get auth(): Middleware | Plugin | undefined {
    const { auth, dangerouslyAllowBrowser } = this.#given;
    if (auth !== undefined) return auth;
    const credentials = Object.entries(this.#rules.auth ?? {}).flatMap(([option, rule]) =>
      this.#credential(option, ownDefined(rule) as CredentialRule),
    );
    if (credentials.length === 0) return undefined;
    if (!dangerouslyAllowBrowser && isBrowser())
      throw this.#error(
        `${credentials[0]?.option} is a secret, and every user of a page can read it: call the service from your server. If the key is meant for browsers, pass dangerouslyAllowBrowser: true.`,
      );
    return sendCredentials(credentials, this.#rules.publicEndpoints);
  }

  /** The secret of webhooks; `''` without any, which `verifyWebhook` reports. */
  get webhookSecret(): string | readonly string[] {
    return this.#given.webhookSecret ?? this.#environment('WEBHOOK_SECRET') ?? '';
  }

  #credential(option: string, rule: CredentialRule): GivenCredential[] {
    const variable = rule.env ?? this.#variable(inEnvironment(option));
    const value = (this.#given[option] as Credential | undefined) ?? readEnvironment(variable);
    if (value === undefined) {
      if (rule.optional) return [];
      throw this.#error(`${option} is missing: pass it as an option, or set ${variable}.`);
    }
    const problem = typeof value === 'function' ? undefined : credentialError(option, rule, value);
    if (problem) throw this.#error(problem.message);
    return [{ option, rule, value }];
  }

  /**
   * Returns a URL without white space at its ends. Throws for one without a scheme: a browser would send it, together
   * with the key, to the page's own server.
   */
  #checkedUrl(name: string, given: unknown): NonNullable<ClientOptions['baseUrl']> {
    if (typeof given === 'function')
      return async (call) => {
        const returned: unknown = await (given as (call: CallInfo) => unknown)(call);
        // The call reports a value that isn't a string.
        return (typeof returned === 'string' ? this.#checkedUrl(name, returned) : returned) as string;
      };
    const url = typeof given === 'string' ? given.trim() : '';
    if (!hasScheme(url)) throw this.#error(`${name} has no scheme: pass a string with https://.`);
    // fetch would quote the URL in its error, with a key that is a query param.
    if (!isParsable(url)) throw this.#error(`${name} is not a valid URL: check its host and port.`);
    return url;
  }

  #requireOptions(options: unknown): void {
    const problem = optionsError(options);
    if (problem) throw this.#error(problem.message);
  }

  #variable(name: string): string {
    return `${this.#rules.env}_${name}`;
  }

  #environment(name: string): string | undefined {
    return readEnvironment(this.#variable(name));
  }

  #error(sentence: string): SdkError {
    const { name, errorName } = this.#rules;
    const error = new SdkError(`${name}: ${sentence}`);
    if (errorName !== undefined) define(error, 'name', errorName);
    return error;
  }
}
