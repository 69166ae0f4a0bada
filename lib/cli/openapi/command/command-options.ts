import { parseArgs } from 'node:util';
import { WARNING_CODES, type WarningCode } from '../document/diagnostics.js';
import { isUrl, shownSource } from './output.js';

export const USAGE = `usage: homing openapi <file or URL> -o <file> [options]
       homing demo [--port N]

Makes a client of an OpenAPI document: endpoints for createApi, and their types.

  -o, --output FILE       where the client is written to; - for stdout
      --check             writes nothing; says what would change, and exits with 1 if anything would
      --watch             writes again whenever a file that the document reads changes, until Ctrl+C
      --strict            a warning is an error
      --allow CODE        lets warnings with this code pass, unsaid; for several: again, or a,b
      --offline           refuses a document or a $ref that would have to be fetched
      --root DIR          where a $ref may name a file: in this folder, and not in the document's alone
      --allow-origin URL  where a $ref may name a URL: at this origin too; for several: again
      --no-docs           without doc comments
      --int64 TYPE        what an integer of 64 bits is: number (default) or string
  -h, --help              says this
      --version           says which homing this is

Exits with 0 when the file is written or up to date, with 1 when --check finds a difference, else with 2.
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
    if (!name)
      throw new UsageError(`there is no option ${rawName}${hint(token.name, NAMES, '; is it --', '?')}`);
    const isFlag = OPTIONS[name].type === 'boolean';
    if (isFlag && value !== undefined) throw new UsageError(`${rawName} takes no value, and not ${value}`);
    // A separate argument that starts with a dash is the next option.
    const isNext = inlineValue !== true && value !== '-' && value?.startsWith('-');
    if (!isFlag && (!value || isNext)) throw new UsageError(`${rawName} needs a value`);
    values.set(name, [...(values.get(name) ?? []), value ?? '']);
  }
  return { words, values };
};

const sourceOf = ([command = '', source, other]: readonly string[]): string => {
  if (command !== 'openapi')
    throw new UsageError(
      `there is no command ${command}${hint(command, ['openapi', 'demo'], '; is it ', '?')}`,
    );
  if (!source) throw new UsageError('the document is missing: name a file or a URL');
  if (other !== undefined) throw new UsageError(`one document at a time, and not ${other} too`);
  return source;
};

const outputOf = (output: string | undefined, isCheck: boolean, isWatch: boolean): string | undefined => {
  if (output === undefined) throw new UsageError('-o is missing: say where to write to');
  if (output !== '-') return output;
  if (isCheck) throw new UsageError('--check compares with a file: give one to -o');
  if (isWatch) throw new UsageError('--watch writes to a file: give one to -o');
  return undefined;
};

const checkWatch = (source: string, isCheck: boolean): void => {
  if (isCheck) throw new UsageError('--watch writes and --check does not: leave one of them out');
  if (isUrl(source))
    throw new UsageError(
      `--watch looks at files, and ${shownSource(source)} is a URL: save it, and name the file`,
    );
};

const isCode = (word: string): word is WarningCode => (WARNING_CODES as readonly string[]).includes(word);

const allowedOf = (values: readonly string[]): ReadonlySet<WarningCode> => {
  const words = values.flatMap((value) => value.split(',')).map((word) => word.trim());
  const unknown = words.find((word) => !isCode(word));
  if (unknown === undefined) return new Set(words.filter(isCode));
  const near = hint(unknown, WARNING_CODES, ' (is it ', '?)');
  throw new UsageError(
    `--allow takes the code of a warning, and not ${unknown || 'nothing'}${near}; these are all: ${WARNING_CODES.join(', ')}`,
  );
};

/** Rejects a path: the user would expect only the path to be allowed, but the whole origin would be. */
const originOf = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.host.includes('*'))
    throw new UsageError(`--allow-origin takes an origin, https://schemas.example.com, and not ${value}`);
  if (url.href !== `${url.origin}/`)
    throw new UsageError(`--allow-origin takes an origin alone: write ${url.origin}`);
  return url.origin;
};

const int64Of = (value = 'number'): 'number' | 'string' => {
  if (value === 'number' || value === 'string') return value;
  throw new UsageError(`--int64 is number or string, and not ${value}`);
};

/** Reads a command line. Returns `usage` for an empty one. Throws a UsageError for an invalid one. */
export function commandOptions(args: readonly string[]): 'usage' | 'help' | 'version' | CommandOptions {
  const { words, values } = parsed(args);
  if (values.has('help')) return 'help';
  if (values.has('version')) return 'version';
  if (words.length === 0) {
    if (values.size === 0) return 'usage';
    throw new UsageError('the command is missing: homing openapi');
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

/** Returns the Levenshtein distance of two words. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 1; line <= one.length; line += 1) {
    const above = row;
    row = [line];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = one[line - 1] === other[column - 1] ? 0 : 1;
      const [before = 0, over = 0, left = 0] = [above[column - 1], above[column], row[column - 1]];
      row.push(Math.min(before + changed, over + 1, left + 1));
    }
  }
  return row.at(-1) ?? 0;
};

/** Longer than any option or code. */
const LONGEST = 40;

/** Returns a suggestion for an unknown word, between two texts; `''` if no word is similar. */
function hint(word: string, words: readonly string[], before: string, after: string): string {
  if (word.length > LONGEST) return '';
  const begun = word.length > 2 ? words.find((each) => each.startsWith(word)) : undefined;
  const allowed = Math.min(3, Math.floor(word.length / 2));
  const [near] = words
    .map((each) => ({ each, far: distance(word, each) }))
    .filter(({ far }) => far <= allowed)
    .sort((one, other) => one.far - other.far);
  const meant = begun ?? near?.each;
  return meant === undefined ? '' : before + meant + after;
}
