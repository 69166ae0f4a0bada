import { type ChoiceOf, CHOICE_NAMES, choiceAdvice, isChoice } from './choices.js';
import { Filters, type OperationFilter } from './document/filter.js';
import type { DocumentPatch } from './document/patch.js';
import { type GroupRule, isGroupRule } from './groups/grouping.js';
import type { MocksOptions } from './mocks/print-mocks.js';
import type { HookedOperation, OperationHookResult } from './model/selection.js';
import { unusedOption } from './option-partners.js';
import { givenRules, type PagesRuleMap } from './pages/page-rule.js';
import type { PrintOptions } from './print-client.js';
import { type SdkConfig, sdkProblem } from './sdk/sdk-config.js';
import type { HookedSchema, SchemaHookResult } from './schema/schema-overrides.js';

/** Options of `generate`. */
export interface GenerateOptions {
  /**
   * A path, a URL, or a parsed document. Required. `generate` rejects if it can't be read or can't become a
   * client. The error's `message` names the fix and its `pointer` the location.
   */
  readonly document: string | object;
  /**
   * Whether to reject a document or a `$ref` that would have to be downloaded. Any other value is treated as
   * truthy or falsy.
   *
   * @default false
   */
  readonly offline?: boolean | undefined;
  /**
   * Folder whose files a `$ref` can name. Default: the folder of the document; no folder for a URL or an
   * object. `generate` rejects if an endpoint needs a file outside the folder.
   */
  readonly root?: string | undefined;
  /**
   * Further origins that a `$ref` can name, such as `https://schemas.example.com`. The document's own origin
   * is always allowed. `generate` rejects if an endpoint needs another origin.
   *
   * @default []
   */
  readonly allowOrigins?: readonly string[] | undefined;
  /**
   * Whether the file has doc comments. Any other value is treated as truthy or falsy.
   *
   * @default true
   */
  readonly docs?: boolean | undefined;
  /**
   * Type of a 64-bit integer. `JSON.parse` rounds numbers beyond 2^53, which `'bigint'` keeps exact. For
   * `'string'`, the client's `parseJson` must make strings. `generate` rejects with a TypeError for any other
   * value.
   *
   * @default 'number'
   */
  readonly int64?: ChoiceOf<'int64'> | undefined;
  /**
   * Type of base64 text (`format: byte`) in the program. `generate` rejects with a TypeError for any other
   * value.
   *
   * @default 'base64'
   */
  readonly bytes?: ChoiceOf<'bytes'> | undefined;
  /**
   * Names of params and members in the program: as in the document, or in camelCase. `generate` rejects with a
   * TypeError for any other value, and with a DocumentError if two members get one name.
   *
   * @default 'document'
   */
  readonly properties?: ChoiceOf<'properties'> | undefined;
  /**
   * The library of the schemas that the file declares for params, data and errors. Default: none, only types.
   * `generate` rejects with a TypeError for any other value.
   */
  readonly schemas?: ChoiceOf<'schemas'> | undefined;
  /**
   * Whether schemas reject members and enum values that the document doesn't describe. Any other value is
   * treated as truthy or falsy. `generate` rejects with a TypeError if it is true without `schemas`.
   *
   * @default false
   */
  readonly strictSchemas?: boolean | undefined;
  /**
   * Type of dates in the program. `generate` rejects with a TypeError for any other value.
   *
   * @default 'string'
   */
  readonly dates?: ChoiceOf<'dates'> | undefined;
  /**
   * Splits the client into groups, each in its own file: `'tags'` for the first tag of each operation, or a
   * function that returns the name of the group. An operation without a name is in the group `other`. `generate`
   * rejects with a TypeError for any other value. Default: one file.
   */
  readonly groups?: GroupRule | undefined;
  /**
   * Name of the output file, without its folder. The imports between the files of groups contain it. Other values
   * than a string don't compile.
   *
   * @default 'api.ts'
   */
  readonly fileName?: string | undefined;
  /**
   * Whether endpoints that return a stream read its items. Event streams use `events` from `homing/sse`, which needs
   * the package `eventsource-parser`. JSON lines and JSON text sequences use `homing/stream`. Otherwise, the data of an
   * event stream is unknown, with a warning, and other data is a Blob. Any other value is treated as truthy or falsy.
   * The command's default is whether the package is installed.
   *
   * @default false
   */
  readonly streams?: boolean | undefined;
  /**
   * The operations to generate. An operation is generated if any filter matches it. `generate` rejects if a
   * filter is invalid or matches nothing. Types that no generated operation uses are omitted.
   *
   * @default all operations
   */
  readonly include?: readonly OperationFilter[] | undefined;
  /**
   * The operations to omit, also if `include` matches them. A filter that matches nothing is a warning.
   * `generate` rejects if a filter is invalid.
   *
   * @default []
   */
  readonly exclude?: readonly OperationFilter[] | undefined;
  /**
   * Functions that change the parsed document before it is read: the document's own file, not the files of its
   * `$ref`s. Each function changes its argument, or returns another document. `generate` rejects if one throws,
   * or returns a promise.
   */
  readonly patch?: DocumentPatch | readonly DocumentPatch[] | undefined;
  /**
   * Called for each operation that the filters keep, in the order of their paths. Can leave it out, or rename
   * its endpoint. `generate` rejects if the function throws, or returns an invalid value or a promise.
   */
  readonly onOperation?: ((operation: HookedOperation) => OperationHookResult) | undefined;
  /**
   * Called for each schema of the components, in the order of their names. Can rename or replace its type.
   * `generate` rejects if the function throws, or returns an invalid value or a promise.
   */
  readonly onSchema?: ((schema: HookedSchema) => SchemaHookResult) | undefined;
  /**
   * Module of the client as the mocks import it, such as `./api.js`. Default: no mocks. `generate` rejects with
   * a TypeError for an empty string and for another type.
   */
  readonly mocks?: string | undefined;
  /**
   * Whole number that selects the values of mocks. `generate` rejects with a TypeError for a negative number, for
   * a fraction, and without `mocks`.
   *
   * @default 0
   */
  readonly seed?: number | undefined;
  /**
   * Whether texts of mocks are calls of `@faker-js/faker`, which your project must install. Any other value is
   * treated as truthy or falsy. `generate` rejects with a TypeError if it is true without `mocks`.
   *
   * @default false
   */
  readonly faker?: boolean | undefined;
  /**
   * How the pages of operations follow each other, by `operationId`, or `*` for all operations that a rule fits.
   * Wins over extensions of the document, except `*`. `generate` rejects with a TypeError for an invalid rule, and
   * with a DocumentError for an unknown operation and for a rule that doesn't fit its operation.
   *
   * @default {}
   */
  readonly pages?: PagesRuleMap | undefined;
  /**
   * Also prints the package of an SDK around the client: `parts` has its files, and `starters` those that are written
   * only once. `fileName` is then `'requests.ts'`, and `groups` names the resources. `generate` rejects with a TypeError
   * for an invalid value.
   *
   * @default false
   */
  readonly sdk?: boolean | SdkConfig | undefined;
}

/** The checked options of a document: how its client is printed, and what is selected. */
interface CheckedOptions {
  readonly printing: Omit<PrintOptions, 'overrides' | 'endpoints'>;
  readonly filters: Filters;
  /** Whether some operations can be left out or renamed. */
  readonly isSelecting: boolean;
}

/** Checks the options. Throws a TypeError for an invalid value. */
export function readOptions(options: GenerateOptions): CheckedOptions {
  const { document, groups, include, exclude, onOperation, onSchema } = options;
  if (typeof document !== 'string' && (typeof document !== 'object' || (document as unknown) === null))
    throw new TypeError('document: pass a file, URL or object.');
  for (const name of CHOICE_NAMES)
    if (options[name] !== undefined && !isChoice(name, options[name]))
      throw new TypeError(`${name}: ${choiceAdvice(name)}.`);
  if (groups !== undefined && !isGroupRule(groups)) throw new TypeError('groups: pass tags or a function.');
  for (const [name, hook] of Object.entries({ onOperation, onSchema }))
    if (hook !== undefined && typeof hook !== 'function') throw new TypeError(`${name}: pass a function.`);
  const problem = options.sdk === undefined ? undefined : sdkProblem(options.sdk);
  if (problem !== undefined) throw new TypeError(`sdk ${problem}.`.replace('sdk :', 'sdk:'));
  const mocking = mocksOf(options);
  const unused = unusedOption([options]);
  if (unused)
    throw new TypeError(`${unused.option} needs ${unused.needs}: set it, or remove ${unused.option}.`);
  return {
    printing: {
      docs: options.docs ?? true,
      int64: options.int64 ?? 'number',
      dates: options.dates ?? 'string',
      bytes: options.bytes ?? 'base64',
      properties: options.properties ?? 'document',
      library: options.schemas,
      isStrict: Boolean(options.strictSchemas),
      groups,
      streams: Boolean(options.streams),
      fileName: options.fileName ?? 'api.ts',
      sdk: options.sdk === true ? {} : options.sdk || undefined,
      mocking,
      pages: givenRules(options.pages),
    },
    filters: new Filters(include, exclude),
    isSelecting: [include, exclude, onOperation].some((each) => each !== undefined),
  };
}

/** Returns the options of the mocks; undefined without mocks. */
function mocksOf({ mocks, seed = 0, faker }: GenerateOptions): MocksOptions | undefined {
  if (!Number.isSafeInteger(seed) || seed < 0) throw new TypeError('seed: pass a whole number from 0.');
  if (mocks === undefined) return undefined;
  if (typeof mocks !== 'string' || mocks === '') throw new TypeError('mocks: pass the module of the client.');
  return { client: mocks, seed, faker: Boolean(faker) };
}
