import { parseArgs } from 'node:util';
import { WARNING_CODES, type WarningCode } from '../document/diagnostics.js';
import { hint } from '../nearest.js';
import { isUrl, shownSource } from './output.js';

export const USAGE = `usage: homing openapi <file or URL> -o <file> [options]
       homing demo [--port N]

Generates a client from an OpenAPI document: endpoints for createApi, with types.

  -o, --output FILE       write the client to FILE; - for stdout
      --check             write nothing; print the differences, and exit with 1 if there are any
      --watch             generate again when a file of the document changes, until Ctrl+C
      --strict            treat warnings as errors
      --allow CODE        ignore warnings with this code; repeatable, or a,b
      --offline           reject a document or a $ref that must be fetched
      --root DIR          allow a $ref to files in DIR. Default: the folder of the document
      --allow-origin URL  allow a $ref to URLs of this origin; repeatable
      --no-docs           omit doc comments
      --int64 TYPE        type of 64-bit integers: number (default) or string
  -h, --help              show this
      --version           show the version

Exit codes: 0 the file is written or up to date, 1 --check found a difference, 2 an error.
`;

/** The options in USAGE. */
export const OPTIONS = {
  output: { type: 'string', short: 'o' },
  check: { type: 'boolean' },
  watch: { type: 'boolean' },
  strict: { type: 'boolean' },
  allow: { type: 'string' },
  offline: { type: 'boolean' },
  root: { type: 'string' },
  'allow-origin': { type: 'string' },
  'no-docs': { type: 'boolean' },
  int64: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** Error of an invalid command line. The message is one line and names the fix. */
export class UsageError extends Error {}

export interface CommandOptions {
  readonly source: string;
  /** Path of the generated file; undefined for stdout. */
  readonly output: string | undefined;
  readonly check: boolean;
  readonly watch: boolean;
  readonly strict: boolean;
  /** Codes of the warnings to ignore. */
  readonly allowed: ReadonlySet<WarningCode>;
  readonly offline: boolean;
  readonly root: string | undefined;
  readonly allowOrigins: readonly string[] | undefined;
  readonly docs: boolean;
  readonly int64: 'number' | 'string';
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

const sourceOf = ([command = '', source, other]: readonly string[]): string => {
  if (command !== 'openapi')
    throw new UsageError(`unknown command ${command}${hint(command, ['openapi'], '; try ', '')}`);
  if (!source) throw new UsageError('no document: pass a file or a URL');
  if (other !== undefined) throw new UsageError(`pass one document: remove ${other}`);
  return source;
};

const outputOf = (output: string | undefined, isCheck: boolean, isWatch: boolean): string | undefined => {
  if (output === undefined) throw new UsageError('-o is missing: pass -o FILE');
  if (output !== '-') return output;
  if (isCheck) throw new UsageError('--check needs a file: pass one with -o');
  if (isWatch) throw new UsageError('--watch needs a file: pass one with -o');
  return undefined;
};

const checkWatch = (source: string, isCheck: boolean): void => {
  if (isCheck) throw new UsageError('--watch and --check exclude each other: remove one');
  if (isUrl(source))
    throw new UsageError(`--watch needs a local file, not the URL ${shownSource(source)}: download it first`);
};

const isCode = (word: string): word is WarningCode => (WARNING_CODES as readonly string[]).includes(word);

const allowedOf = (values: readonly string[]): ReadonlySet<WarningCode> => {
  const words = values.flatMap((value) => value.split(',')).map((word) => word.trim());
  const unknown = words.find((word) => !isCode(word));
  if (unknown === undefined) return new Set(words.filter(isCode));
  const near = hint(unknown, WARNING_CODES, '; try ', '');
  throw new UsageError(
    `--allow needs a warning code: got ${unknown || 'nothing'}${near}; all codes: ${WARNING_CODES.join(', ')}`,
  );
};

/** Rejects a path: the user would expect only the path to be allowed, but the whole origin would be. */
const originOf = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.host.includes('*'))
    throw new UsageError(`--allow-origin needs an origin, https://schemas.example.com: got ${value}`);
  if (url.href !== `${url.origin}/`)
    throw new UsageError(`--allow-origin needs only the origin: pass ${url.origin}`);
  return url.origin;
};

const int64Of = (value = 'number'): 'number' | 'string' => {
  if (value === 'number' || value === 'string') return value;
  throw new UsageError(`--int64 is ${value}: pass number or string`);
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
  const source = sourceOf(words);
  const [check, watch] = [values.has('check'), values.has('watch')];
  if (watch) checkWatch(source, check);
  return {
    source,
    output: outputOf(values.get('output')?.at(-1), check, watch),
    check,
    watch,
    strict: values.has('strict'),
    allowed: allowedOf(values.get('allow') ?? []),
    offline: values.has('offline'),
    root: values.get('root')?.at(-1),
    allowOrigins: values.get('allow-origin')?.map(originOf),
    docs: !values.has('no-docs'),
    int64: int64Of(values.get('int64')?.at(-1)),
  };
}
