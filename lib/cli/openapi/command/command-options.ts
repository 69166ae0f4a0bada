import { type ArgumentNames, parseArgs } from './node-api.js';
import { UsageError } from './usage.js';

/** What a command line asks for. */
export interface CommandOptions {
  /** A file, or a URL. */
  readonly source: string;
  /** A file; undefined for stdout. */
  readonly output: string | undefined;
  readonly check: boolean;
  readonly strict: boolean;
  readonly offline: boolean;
  readonly docs: boolean;
  readonly int64: 'number' | 'string';
}

const NAMES: ArgumentNames = {
  output: { type: 'string', short: 'o' },
  check: { type: 'boolean' },
  strict: { type: 'boolean' },
  offline: { type: 'boolean' },
  'no-docs': { type: 'boolean' },
  int64: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};

const parsed = (args: readonly string[]): ReturnType<typeof parseArgs> => {
  try {
    return parseArgs({ args, allowPositionals: true, options: NAMES });
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError(message.split(/[.\n]/)[0]);
  }
};

const readInt64 = (value: unknown = 'number'): 'number' | 'string' => {
  if (value === 'number' || value === 'string') return value;
  throw new UsageError(`--int64 is number or string, and not ${String(value)}`);
};

const readOutput = (output: unknown, check: boolean): string | undefined => {
  if (typeof output !== 'string' || output === '')
    throw new UsageError('-o is missing: say where to write to');
  if (output !== '-') return output;
  if (check) throw new UsageError('--check compares with a file: give one to -o');
  return undefined;
};

/** Reads a command line. Throws a UsageError for one that can't be meant. */
export function commandOptions(args: readonly string[]): CommandOptions {
  const { values, positionals } = parsed(args);
  const [command, source, other] = positionals;
  if (values['help'] === true || command === undefined) throw new UsageError('');
  if (command !== 'openapi') throw new UsageError(`there is no command ${command}`);
  if (!source) throw new UsageError('the document is missing: name a file or a URL');
  if (other !== undefined) throw new UsageError(`one document at a time, and not ${other} too`);
  const check = values['check'] === true;
  return {
    source,
    output: readOutput(values['output'], check),
    check,
    strict: values['strict'] === true,
    offline: values['offline'] === true,
    docs: values['no-docs'] !== true,
    int64: readInt64(values['int64']),
  };
}
