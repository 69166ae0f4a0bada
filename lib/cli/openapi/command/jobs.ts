import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { WarningCode } from '../document/diagnostics.js';
import type { GenerateOptions } from '../generate-options.js';
import { unusedOption, withoutUnused } from '../option-partners.js';
import { checkWatched, type CommandOptions, UsageError } from './command-options.js';
import { ConfigError, type SharedConfig } from './configuration.js';
import { configurationIn, loadConfiguration } from './load-configuration.js';
import { shownFile, targetOf } from './output.js';
import { readPagesFile } from './pages-file.js';
import { sdkSettings } from './sdk-settings.js';

/** One document to generate a client from. */
export interface Job {
  readonly source: string;
  /** Path of the generated file; undefined for stdout. */
  readonly output: string | undefined;
  readonly strict: boolean;
  /** Codes of the warnings to ignore. */
  readonly allowed: ReadonlySet<WarningCode>;
  /** Path of the file for mocks; undefined without mocks. */
  readonly mocks: string | undefined;
  readonly options: GenerateOptions;
}

/** The documents of a command. */
export interface JobSource {
  /** Path of the configuration file; undefined if the document is on the command line. */
  readonly config: string | undefined;
  /** Path of the file with rules for pages; undefined without one. */
  readonly pages: string | undefined;
  /** Reads the configuration again. Rejects with a ConfigError or a UsageError if it is invalid. */
  readonly load: () => Promise<readonly Job[]>;
}

/** The file of an SDK's endpoints. The other files are named after it. */
const SDK_FILE = 'requests.ts';

const jobOf = async (
  document: string,
  given: string,
  { strict = false, allow = [], mocks, sdk, ...rest }: SharedConfig,
): Promise<Job> => {
  if (sdk && (given === '-' || /\.[mc]?tsx?$/.test(given)))
    throw new UsageError(`--sdk needs a folder, not ${given}: pass one with -o, such as -o src`);
  const output = sdk ? join(given, SDK_FILE) : given;
  if (output === '-' && rest.groups !== undefined)
    throw new UsageError('--groups needs a file: pass one with -o');
  if (mocks !== undefined && output === '-') throw new UsageError('--mocks needs a file: pass one with -o');
  const { streams = hasEventParser(dirname(resolve(output))) } = rest;
  return {
    source: document,
    output: output === '-' ? undefined : output,
    strict,
    allowed: new Set(allow),
    mocks,
    options: withoutUnused({
      ...rest,
      ...(sdk && { sdk: await sdkSettings(sdk, given) }),
      streams,
      document,
      fileName: basename(output),
      mocks: mocks === undefined ? undefined : moduleOf(output, mocks),
    }),
  };
};

/** Returns an option as a flag of the command line. */
const flagOf = (option: string): string =>
  `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * Rejects options that have no effect on any of the documents.
 *
 * @param given The options of the command line, which are flags in messages.
 * @param config Path of the configuration; undefined without one.
 */
function checkPartners(documents: readonly SharedConfig[], given: SharedConfig, config?: string): void {
  const unused = unusedOption(documents);
  if (!unused) return;
  const isFlag = config === undefined || given[unused.option] !== undefined;
  const [option, needs] = [unused.option, unused.needs].map((name) => (isFlag ? flagOf(name) : name));
  const message = `${option} needs ${needs}: add it, or remove ${option}`;
  throw isFlag ? new UsageError(message) : new ConfigError(`${shownFile(config)}: ${message}`);
}

/** Returns the module of a file as another file imports it. */
function moduleOf(file: string, importer: string): string {
  const path = relative(dirname(resolve(importer)), resolve(file)).replaceAll('\\', '/');
  const module = path.replace(/\.([mc]?)tsx?$/, '.$1js');
  return module.startsWith('.') ? module : `./${module}`;
}

/** Whether the package that reads event streams is installed for the files of a folder. */
function hasEventParser(folder: string): boolean {
  try {
    createRequire(join(folder, 'index.js')).resolve('eventsource-parser');
    return true;
  } catch {
    return false;
  }
}

/** Rejects two documents with one generated file, of which only one could be kept. */
async function checkOutputs(jobs: readonly Job[], config: string): Promise<void> {
  const known = new Set<string>();
  for (const { output = '' } of jobs) {
    const target = await targetOf(resolve(output));
    if (known.has(target))
      throw new ConfigError(`${shownFile(config)}: two documents have the output ${output}: change one`);
    known.add(target);
  }
}

async function jobsOf(
  config: string,
  { output, watch, given }: CommandOptions,
  rules: SharedConfig,
): Promise<readonly Job[]> {
  const documents = await loadConfiguration(config, output);
  if (output !== undefined && documents.length > 1)
    throw new UsageError(
      `-o needs one document, but ${shownFile(config)} has ${documents.length}: remove -o`,
    );
  checkPartners(
    documents.map((each) => ({ ...each, ...given })),
    given,
    config,
  );
  const jobs: Job[] = [];
  for (const { document, output, ...rest } of documents) {
    // The flag doesn't replace the settings of the file.
    const sdk = given.sdk === true && typeof rest.sdk === 'object' ? rest.sdk : (given.sdk ?? rest.sdk);
    jobs.push(await jobOf(document, output, { ...rest, ...given, ...rules, sdk }));
  }
  if (watch) for (const { source } of jobs) checkWatched(source);
  await checkOutputs(jobs, config);
  return jobs;
}

/**
 * Finds the documents of a command: the document of the command line, or the configuration. Returns undefined
 * without either.
 *
 * @param folder The working directory.
 */
export async function jobSource(options: CommandOptions, folder: string): Promise<JobSource | undefined> {
  const { source, output = '', given } = options;
  const pages = options.pages === undefined ? undefined : resolve(folder, options.pages);
  const read = async (): Promise<SharedConfig> =>
    pages === undefined ? {} : { pages: await readPagesFile(pages) };
  if (source !== undefined) {
    checkPartners([given], given);
    const load = async () => [await jobOf(source, output, { ...given, ...(await read()) })];
    return { config: undefined, pages, load };
  }
  const config =
    options.config === undefined ? await configurationIn(folder) : resolve(folder, options.config);
  return config === undefined
    ? undefined
    : { config, pages, load: async () => jobsOf(config, options, await read()) };
}
