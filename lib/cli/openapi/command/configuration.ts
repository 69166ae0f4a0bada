import { CHOICE_NAMES, type ChoiceName } from '../choices.js';
import type { GenerateOptions } from '../generate-options.js';
import type { WarningCode } from '../document/diagnostics.js';
import { thrownText, typeName } from '../document/hooks.js';
import { isObject } from '../document/json-document.js';
import { hint } from '../nearest.js';
import { sdkProblem } from '../sdk/sdk-config.js';
import { RuleError, ruleMapOf } from '../pages/page-rule.js';
import {
  choiceProblem,
  codeProblem,
  filterFormProblem,
  groupsProblem,
  originProblem,
} from './option-values.js';
import { FileError } from './output.js';

/** Options of the generator that a configuration can set for one document, or for all documents. */
export interface SharedConfig extends Omit<GenerateOptions, 'document' | 'fileName' | 'mocks'> {
  /**
   * Whether warnings are errors.
   *
   * @default false
   */
  readonly strict?: boolean | undefined;
  /**
   * Codes of the warnings to ignore.
   *
   * @default []
   */
  readonly allow?: readonly WarningCode[] | undefined;
  /**
   * Path of a file for mocks of all endpoints, relative to the configuration file. It can't be combined with
   * `groups`. Default: none.
   */
  readonly mocks?: string | undefined;
}

/** One document of a configuration, and its generated file. */
export interface DocumentConfig extends SharedConfig {
  /** Path of the document, relative to the configuration file, or a URL. Required. */
  readonly document: string;
  /** Path of the generated file, relative to the configuration file. Required. */
  readonly output: string;
}

/** Several documents, and options that all of them share. An option of a document wins over the shared option. */
export interface DocumentsConfig extends SharedConfig {
  /** The documents. At least one is required. */
  readonly documents: readonly DocumentConfig[];
}

/** A configuration of `npx homing openapi`. */
export type HomingConfig = DocumentConfig | DocumentsConfig;

/**
 * Returns a configuration unchanged, with its type. Export the result as the default of `homing.config.ts`,
 * `homing.config.mjs` or `homing.config.js`. `npx homing openapi` checks the values.
 */
export const defineConfig = (config: HomingConfig): HomingConfig => config;

/** Error of an invalid configuration. The message is one line and names the key and the fix. */
export class ConfigError extends FileError {}

/** Returns what is wrong with a value, and the fix; undefined for a valid value. */
type Check = (value: unknown) => string | undefined;

const isWrong =
  (wanted: string, isRight: (value: unknown) => boolean): Check =>
  (value) =>
    isRight(value) ? undefined : `is ${typeName(value)}: pass ${wanted}`;

const boolean = isWrong('true or false', (value) => typeof value === 'boolean');
const text = isWrong('a string', (value) => typeof value === 'string' && value !== '');
const hook = isWrong('a function', (value) => typeof value === 'function');

const listOf =
  (problemOf: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return `is ${typeName(value)}: pass an array`;
    return Array.from(value, problemOf).find((problem) => problem !== undefined);
  };

/** Checks of the options that all documents can share. */
const SHARED: Readonly<Record<keyof SharedConfig, Check>> = {
  include: listOf(filterFormProblem),
  exclude: listOf(filterFormProblem),
  patch: (value) => (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map(hook).find(Boolean),
  onOperation: hook,
  onSchema: hook,
  // `rulesIn` checks and copies them.
  pages: () => undefined,
  strict: boolean,
  allow: listOf(codeProblem),
  offline: boolean,
  root: text,
  allowOrigins: listOf(originProblem),
  docs: boolean,
  strictSchemas: boolean,
  seed: isWrong('a whole number from 0', (value) => Number.isSafeInteger(value) && Number(value) >= 0),
  faker: boolean,
  mocks: text,
  groups: groupsProblem,
  streams: boolean,
  sdk: sdkProblem,
  ...(Object.fromEntries(CHOICE_NAMES.map((name) => [name, choiceProblem(name)])) as Record<
    ChoiceName,
    Check
  >),
};

const OF_DOCUMENT: Readonly<Record<string, Check>> = {
  ...SHARED,
  document: text,
  output: (value) => (value === '-' ? 'is "-": pass a file' : text(value)),
};

/** Reads each own property once, because a getter can return another value the second time. */
function propertiesOf(value: object, place: string): ReadonlyMap<string, unknown> {
  try {
    return new Map(Object.keys(value).map((key) => [key, (value as Record<string, unknown>)[key]]));
  } catch (error) {
    throw new ConfigError(`${place}can't be read: ${thrownText(error)}`);
  }
}

/** Returns the checked properties. Omits undefined ones, which mean the default. */
function checked(
  values: ReadonlyMap<string, unknown>,
  checks: Readonly<Record<string, Check>>,
  place: string,
): ReadonlyMap<string, unknown> {
  const names = Object.keys(checks);
  const found = new Map<string, unknown>();
  for (const [key, value] of values) {
    if (!names.includes(key))
      throw new ConfigError(`${place}unknown key ${JSON.stringify(key)}${hint(key, names, '; try ', '')}`);
    const problem = value === undefined ? undefined : problemOf(() => checks[key]?.(value));
    if (problem !== undefined) throw new ConfigError(`${place}${key} ${problem}`);
    if (value !== undefined) found.set(key, key === 'pages' ? rulesIn(value, place) : value);
  }
  return found;
}

/** Returns a copy of the rules, because a getter can return another value the second time. */
function rulesIn(value: unknown, place: string): object {
  try {
    return Object.fromEntries(ruleMapOf(value));
  } catch (error) {
    if (error instanceof RuleError) throw new ConfigError(`${place}pages ${error.message}`);
    throw new ConfigError(`${place}pages can't be read: ${thrownText(error)}`);
  }
}

/** A value can be a proxy whose traps throw. */
function problemOf(check: () => string | undefined): string | undefined {
  try {
    return check();
  } catch (error) {
    return `can't be read: ${thrownText(error)}`;
  }
}

/**
 * Returns the options of each document of a configuration, merged with the shared options. Throws a ConfigError
 * for an invalid one.
 *
 * @param config What the file exports.
 * @param file Name of the file for messages.
 * @param output Output of the command line, which a configuration with one document can use instead of its own.
 */
export function readConfiguration(config: unknown, file: string, output?: string): readonly DocumentConfig[] {
  if (!isObject(config))
    throw new ConfigError(`${file}: the configuration is ${typeName(config)}: pass an object`);
  const values = propertiesOf(config, `${file}: `);
  const given: ReadonlyMap<string, unknown> = new Map(output === undefined ? [] : [['output', output]]);
  if (!values.has('documents')) return [documentOf(values, { shared: new Map(), given }, `${file}: `)];
  const documents = values.get('documents');
  const rest = new Map([...values].filter(([key]) => key !== 'documents'));
  for (const key of ['document', 'output'])
    if (rest.has(key)) throw new ConfigError(`${file}: ${key} is next to documents: move it into documents`);
  const shared = checked(rest, { ...SHARED, documents: () => undefined }, `${file}: `);
  if (!Array.isArray(documents) || documents.length === 0)
    throw new ConfigError(`${file}: documents is ${emptyOr(documents)}: pass an array of documents`);
  return Array.from(documents as readonly unknown[], (each, index) => {
    const place = `${file}: documents[${index}]`;
    if (!isObject(each)) throw new ConfigError(`${place} is ${typeName(each)}: pass an object`);
    return documentOf(propertiesOf(each, `${place}: `), { shared, given }, `${place}: `);
  });
}

const emptyOr = (value: unknown): string => (Array.isArray(value) ? 'empty' : typeName(value));

/** Options from outside a document: shared options, and options of the command line. */
interface Outside {
  readonly shared: ReadonlyMap<string, unknown>;
  readonly given: ReadonlyMap<string, unknown>;
}

function documentOf(
  values: ReadonlyMap<string, unknown>,
  { shared, given }: Outside,
  place: string,
): DocumentConfig {
  const found = new Map([...checked(values, OF_DOCUMENT, place), ...given]);
  for (const key of ['document', 'output'])
    if (!found.has(key)) throw new ConfigError(`${place}${key} is missing: add it`);
  return Object.fromEntries([...shared, ...found]) as unknown as DocumentConfig;
}
