import { parseArgs } from 'node:util';
import { CHOICE_NAMES, type ChoiceName } from '../choices.js';
import type { WarningCode } from '../document/diagnostics.js';
import type { OperationFilter } from '../document/filter.js';
import { hint } from '../nearest.js';
import type { SharedConfig } from './configuration.js';
import {
  choiceProblem,
  codeProblem,
  filterFormProblem,
  groupsWordProblem,
  originProblem,
} from './option-values.js';
import { isUrl, shownSource } from './output.js';

export const USAGE = `usage: homing openapi <file or URL> -o <file> [options]
       homing openapi [--config FILE] [options]
       homing openapi --init [<file or URL>] [-o <file>]
       homing demo [--port N]

Generates a client from an OpenAPI document: endpoints for createApi, with types. Without a document,
generates the clients of homing.config.ts, .mjs, .js or .json in this folder. Options win over the file.

  -o, --output FILE       write the client to FILE; - for stdout
      --config FILE       use this configuration file
      --init              write a configuration file for the document, or for the first one that is found
      --check             write nothing; print the differences, and exit with 1 if there are any
      --watch             generate again when a file of the document changes, until Ctrl+C
      --include FILTER    generate only matching operations: tag:NAME, operation:ID, path:GLOB or deprecated;
                          repeatable
      --exclude FILTER    omit matching operations, also if --include matches them; repeatable
      --strict            treat warnings as errors
      --allow CODE        ignore warnings with this code; repeatable, or a,b
      --offline           reject a document or a $ref that must be fetched
      --root DIR          allow a $ref to files in DIR. Default: the folder of the document
      --allow-origin URL  allow a $ref to URLs of this origin; repeatable
      --no-docs           omit doc comments
      --schemas LIBRARY   declare schemas that check params, data and errors: zod, zod-mini or valibot
      --strict-schemas    schemas reject fields and enum values that the document doesn't have
      --dates TYPE        type of dates: string (default), date or temporal
      --int64 TYPE        type of 64-bit integers: number (default), string or bigint
      --bytes TYPE        type of base64 text: base64 (default) or uint8array
      --properties CASE   names of params and fields: document (default) or camelCase
      --pages FILE        JSON file with rules for the pages of operations
      --mocks FILE        write mocks of all endpoints to FILE, for mockApi and MSW
      --seed N            select other values for the mocks: a whole number. Default: 0
      --faker             mocks call @faker-js/faker
      --groups tags       write one file for each tag, with the client's types in another
      --streams           read event streams and JSON lines; the default if eventsource-parser is installed
      --sdk               write the package of an SDK: -o is the folder of its sources, such as src
  -h, --help              show this
      --version           show the version

Exit codes: 0 the file is written or up to date, 1 --check found a difference, 2 an error.
`;

/** The options in USAGE. */
export const OPTIONS = {
  output: { type: 'string', short: 'o' },
  config: { type: 'string' },
  init: { type: 'boolean' },
  check: { type: 'boolean' },
  watch: { type: 'boolean' },
  include: { type: 'string' },
  exclude: { type: 'string' },
  strict: { type: 'boolean' },
  allow: { type: 'string' },
  offline: { type: 'boolean' },
  root: { type: 'string' },
  'allow-origin': { type: 'string' },
  'no-docs': { type: 'boolean' },
  schemas: { type: 'string' },
  'strict-schemas': { type: 'boolean' },
  dates: { type: 'string' },
  int64: { type: 'string' },
  bytes: { type: 'string' },
  properties: { type: 'string' },
  pages: { type: 'string' },
  mocks: { type: 'string' },
  seed: { type: 'string' },
  faker: { type: 'boolean' },
  groups: { type: 'string' },
  streams: { type: 'boolean' },
  sdk: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** Error of an invalid command line. The message is one line and names the fix. */
export class UsageError extends Error {}

/** The options of a command line that a configuration can also set. An option that isn't given is missing. */
export type GivenOptions = Omit<SharedConfig, 'patch' | 'onOperation' | 'onSchema' | 'pages'>;

export interface CommandOptions {
  /** The document; undefined to use the configuration. */
  readonly source: string | undefined;
  /** Path of the generated file, or `-` for stdout; undefined if the configuration has it. */
  readonly output: string | undefined;
  /** Path of the configuration; undefined to search for it. */
  readonly config: string | undefined;
  /** Path of the file with rules for pages; undefined to use the rules of the configuration. */
  readonly pages: string | undefined;
  readonly init: boolean;
  readonly check: boolean;
  readonly watch: boolean;
  readonly given: GivenOptions;
}

type OptionName = keyof typeof OPTIONS;

const NAMES = Object.keys(OPTIONS) as readonly OptionName[];

/** Returns the positional arguments and the option values, in the order of the command line. */
const parsed = (args: readonly string[]) => {
  const words: string[] = [];
  const values = new Map<OptionName, string[]>();
  const config = { args, allowPositionals: true, strict: false, tokens: true, options: OPTIONS } as const;
  for (const token of parseArgs(config).tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { rawName, value, inlineValue } = token;
    const name = NAMES.find((each) => each === token.name);
    if (!name) throw new UsageError(`unknown option ${rawName}${hint(token.name, NAMES, '; try --', '')}`);
    const isFlag = OPTIONS[name].type === 'boolean';
    if (isFlag && value !== undefined) throw new UsageError(`${rawName} accepts no value: got ${value}`);
    // A separate argument that starts with a dash is the next option.
    const isNext = inlineValue !== true && value !== '-' && value?.startsWith('-');
    if (!isFlag && (!value || isNext)) throw new UsageError(`${rawName} needs a value`);
    values.set(name, [...(values.get(name) ?? []), value ?? '']);
  }
  return { words, values };
};

const sourceOf = ([command = '', source, other]: readonly string[]): string | undefined => {
  if (command !== 'openapi')
    throw new UsageError(`unknown command ${command}${hint(command, ['openapi'], '; try ', '')}`);
  if (source === '') throw new UsageError('no document: pass a file or a URL');
  if (other !== undefined) throw new UsageError(`pass one document: remove ${other}`);
  return source;
};

/** Options that can be combined with `--init`. */
const OF_INIT: readonly OptionName[] = ['init', 'output'];

/** Rejects options that exclude each other. */
const checkModes = ({ source, output, config, init, check, watch }: Omit<CommandOptions, 'given'>): void => {
  if (source !== undefined && config !== undefined)
    throw new UsageError(`pass a document or --config: remove ${shownSource(source)}`);
  if (source !== undefined && output === undefined && !init)
    throw new UsageError('-o is missing: pass -o FILE');
  if (init && output === '-') throw new UsageError('--init needs a file: pass one with -o');
  if (check && output === '-') throw new UsageError('--check needs a file: pass one with -o');
  if (watch && output === '-') throw new UsageError('--watch needs a file: pass one with -o');
  if (watch && check) throw new UsageError('--watch and --check exclude each other: remove one');
  if (watch && source !== undefined) checkWatched(source);
};

/** Throws a UsageError for a document that can't be watched. */
export const checkWatched = (source: string): void => {
  if (!isUrl(source)) return;
  throw new UsageError(`--watch needs a local file, not the URL ${shownSource(source)}: download it first`);
};

/** Returns the values, or throws a UsageError for the first invalid one. */
const checked = (
  name: OptionName,
  values: readonly string[] | undefined,
  problemOf: (value: string) => string | undefined,
): readonly string[] | undefined => {
  const problem = values?.map(problemOf).find((each) => each !== undefined);
  if (problem !== undefined) throw new UsageError(`--${name} ${problem}`);
  return values;
};

const codesIn = (values: readonly string[] | undefined): string[] | undefined =>
  values?.flatMap((value) => value.split(',')).map((word) => word.trim());

const seedOf = (value: string | undefined): number | undefined => {
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw new UsageError(`--seed is ${value}: pass a whole number from 0`);
};

const givenOf = (values: ReadonlyMap<OptionName, string[]>): GivenOptions => {
  const last = (name: OptionName): string | undefined => values.get(name)?.at(-1);
  const filters = (name: 'include' | 'exclude') =>
    checked(name, values.get(name), filterFormProblem) as readonly OperationFilter[] | undefined;
  const choices = CHOICE_NAMES.map((name) => [
    name,
    checked(name, values.get(name), choiceProblem(name))?.at(-1),
  ]);
  const given: GivenOptions = {
    strict: values.has('strict') || undefined,
    allow: checked('allow', codesIn(values.get('allow')), codeProblem) as readonly WarningCode[] | undefined,
    offline: values.has('offline') || undefined,
    root: last('root'),
    allowOrigins: checked('allow-origin', values.get('allow-origin'), originProblem)?.map(
      (value) => new URL(value).origin,
    ),
    docs: values.has('no-docs') ? false : undefined,
    strictSchemas: values.has('strict-schemas') || undefined,
    mocks: last('mocks'),
    seed: seedOf(last('seed')),
    faker: values.has('faker') || undefined,
    ...(Object.fromEntries(choices) as Pick<GivenOptions, ChoiceName>),
    groups: checked('groups', values.get('groups'), groupsWordProblem)?.at(-1) as 'tags' | undefined,
    streams: values.has('streams') || undefined,
    sdk: values.has('sdk') || undefined,
    include: filters('include'),
    exclude: filters('exclude'),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
};

/** Reads a command line. Returns `usage` for an empty one. Throws a UsageError for an invalid one. */
export function commandOptions(args: readonly string[]): 'usage' | 'help' | 'version' | CommandOptions {
  const { words, values } = parsed(args);
  if (values.has('help')) return 'help';
  if (values.has('version')) return 'version';
  if (words.length === 0) {
    if (values.size === 0) return 'usage';
    throw new UsageError('no command: run homing openapi');
  }
  const init = values.has('init');
  const other = init ? [...values.keys()].find((name) => !OF_INIT.includes(name)) : undefined;
  if (other !== undefined) throw new UsageError(`--init accepts a document and -o: remove --${other}`);
  const modes = {
    source: sourceOf(words),
    output: values.get('output')?.at(-1),
    config: values.get('config')?.at(-1),
    pages: values.get('pages')?.at(-1),
    init,
    check: values.has('check'),
    watch: values.has('watch'),
  };
  checkModes(modes);
  return { ...modes, given: givenOf(values) };
}
