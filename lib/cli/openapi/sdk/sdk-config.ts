import type { CredentialRule } from '../../../features/sdk/credentials.js';
import { typeName } from '../document/hooks.js';
import { isObject } from '../document/json-document.js';
import { hint } from '../nearest.js';
import { isSemantic } from './package-version.js';

/** Idempotency keys of an SDK. */
export interface SdkIdempotencyConfig {
  /**
   * Name of the header.
   *
   * @default 'Idempotency-Key'
   */
  readonly header?: string | undefined;
  /** The `operationId`s that get a key. Default: all POST and PATCH operations. */
  readonly operations?: readonly string[] | undefined;
}

/** Errors of an SDK. */
export interface SdkErrorConfig {
  /** Dotted path of the service's own text in an error body, such as `error.message`. Default: messages don't have it. */
  readonly message?: string | undefined;
  /** Header with the id of a request. Default: `x-request-id` or `request-id`. */
  readonly requestIdHeader?: string | undefined;
}

/** The SDK to generate. The generator rejects another key, and a value of another type. */
export interface SdkConfig {
  /** Name of the package. Default: of `package.json` next to the folder, else the title of the document and `-sdk`. */
  readonly name?: string | undefined;
  /** Name of the class. Default: the name in PascalCase, without general words such as `sdk`, `api`, `rest` and `client`. */
  readonly className?: string | undefined;
  /**
   * Version of the package, such as `1.2.3`. Default: of `package.json` next to the folder, else the version of the
   * document. `v2` becomes `2.0.0`, and another version that npm rejects becomes `0.1.0`, with a warning.
   */
  readonly version?: string | undefined;
  /** Prefix of the environment variables. Default: the class name, such as `ACME`. */
  readonly env?: string | undefined;
  /** The keys, by the name of the client's option. Default: the security schemes of the document. */
  readonly auth?: Readonly<Record<string, CredentialRule>> | undefined;
  /** URL of the service, or URLs by name. Default: the servers of the document. */
  readonly servers?: string | Readonly<Record<string, string>> | undefined;
  /**
   * Methods by `operationId`, or by method and path: `{ getOrder: 'orders.retrieve', 'GET /me': 'me' }`. `false` leaves
   * the operation out. Default: names from extensions, tags and operation ids.
   */
  readonly names?: Readonly<Record<string, string | false>> | undefined;
  /** Path of a `stainless.yml` whose resources name the methods. The command reads it; `names` wins. Default: none. */
  readonly stainless?: string | undefined;
  /**
   * `'positional'`: path params are arguments, and the rest is one object. `'object'`: one object for all.
   *
   * @default 'positional'
   */
  readonly params?: 'positional' | 'object' | undefined;
  /** Default: the classes of `homing/sdk`, with the types of the document. */
  readonly errors?: SdkErrorConfig | undefined;
  /**
   * Maximum number of retries.
   *
   * @default 2
   */
  readonly retries?: number | undefined;
  /**
   * Milliseconds for a whole call.
   *
   * @default 60000
   */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds for each attempt.
   *
   * @default 20000
   */
  readonly attemptTimeout?: number | undefined;
  /** Idempotency keys; `true` for the defaults. Default: the operations that declare the header `Idempotency-Key`. */
  readonly idempotency?: boolean | SdkIdempotencyConfig | undefined;
  /**
   * How the service signs webhooks; `false` for an SDK without `webhooks`. Default: `'standard'` for a document with
   * webhooks, else false.
   */
  readonly webhooks?: 'standard' | 'stripe' | 'github' | 'slack' | false | undefined;
}

/** Returns what is wrong with a value, and the fix; undefined for a valid value. */
type SdkCheck = (value: unknown) => string | undefined;

const pass =
  (wanted: string, isRight: (value: unknown) => boolean): SdkCheck =>
  (value) =>
    isRight(value)
      ? undefined
      : `is ${typeof value === 'string' ? JSON.stringify(value) : typeName(value)}: pass ${wanted}`;

const text = pass('a string', (value) => typeof value === 'string' && value !== '');
const flag = pass('true or false', (value) => typeof value === 'boolean');
const milliseconds = pass('milliseconds above 0', (value) => typeof value === 'number' && value > 0);
const oneOf = (...words: readonly unknown[]): SdkCheck =>
  pass(words.join(', '), (value) => words.includes(value));
const texts = pass(
  'an array of strings',
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
);

/** A name that a class or an option can have. */
const identifier = pass(
  'a name of letters and digits',
  (value) => typeof value === 'string' && /^[A-Za-z_$][\w$]*$/.test(value),
);

/** Checks an object: known keys, each with its own check. */
const members =
  (checks: Readonly<Record<string, SdkCheck>>): SdkCheck =>
  (value) => {
    if (!isObject(value)) return `is ${typeName(value)}: pass an object`;
    for (const [key, member] of Object.entries(value)) {
      const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
      if (!check)
        return `has the unknown key ${JSON.stringify(key)}${hint(key, Object.keys(checks), ': try ', '') || ': remove it'}`;
      const problem = member === undefined ? undefined : check(member);
      if (problem !== undefined) return `: ${key} ${problem}`;
    }
    return undefined;
  };

/** Checks each value of an object with any keys. */
const valuesOf =
  (key: SdkCheck, check: SdkCheck): SdkCheck =>
  (value) => {
    if (!isObject(value)) return `is ${typeName(value)}: pass an object`;
    for (const [name, member] of Object.entries(value)) {
      const problem = key(name) ?? check(member);
      if (problem !== undefined) return `: ${JSON.stringify(name)} ${problem}`;
    }
    return undefined;
  };

const anyKey: SdkCheck = () => undefined;

/** A dotted path of names, such as `orders.items.list`, or false. */
const METHOD = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

const CHECKS: Readonly<Record<keyof SdkConfig, SdkCheck>> = {
  name: pass(
    'a package name',
    (value) => typeof value === 'string' && /^(@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/.test(value),
  ),
  className: identifier,
  version: pass('a semantic version such as 1.2.3', isSemantic),
  env: pass('letters, digits and _', (value) => typeof value === 'string' && /^\w+$/.test(value)),
  auth: valuesOf(
    identifier,
    members({
      in: oneOf('bearer', 'username', 'password', 'header', 'query'),
      name: text,
      env: text,
      optional: flag,
      except: texts,
    }),
  ),
  servers: (value) => (typeof value === 'string' ? text(value) : valuesOf(identifier, text)(value)),
  names: valuesOf(
    anyKey,
    pass(
      'a name such as orders.retrieve, or false',
      (value) => value === false || (typeof value === 'string' && METHOD.test(value)),
    ),
  ),
  stainless: text,
  params: oneOf('positional', 'object'),
  errors: members({ message: text, requestIdHeader: text }),
  retries: pass('a whole number from 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0),
  timeout: milliseconds,
  attemptTimeout: milliseconds,
  idempotency: (value) =>
    typeof value === 'boolean' ? undefined : members({ header: text, operations: texts })(value),
  webhooks: oneOf('standard', 'stripe', 'github', 'slack', false),
};

/** Returns what is wrong with the option `sdk`, and the fix; undefined for a valid value. */
export const sdkProblem: SdkCheck = (value) =>
  typeof value === 'boolean' ? undefined : members(CHECKS)(value);
