import { bare } from '../platform/values.js';
import type { StandardIssue } from '../result/api-error.js';

/**
 * What a response schema has to look like: version 1 of Standard Schema, which zod, valibot, arktype and others
 * implement (https://standardschema.dev). Declared here so that nothing has to be installed for it.
 */
export interface StandardSchemaV1<Input = unknown, Output = Input> {
  /** Everything that the standard asks of a schema; `validate` is the part that is called. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    /** Checks a value; may be async. */
    readonly validate: (value: unknown) => StandardOutcome<Output> | Promise<StandardOutcome<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a schema's `validate` gives: the output, or the issues. */
export type StandardOutcome<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };

/** The type that a schema's `validate` gives. */
export type InferOutput<TSchema extends StandardSchemaV1> = NonNullable<
  TSchema['~standard']['types']
>['output'];

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** What errors may be declared for. */
export type ErrorKey = `${3 | 4 | 5}${Digit}${Digit}` | '3XX' | '4XX' | '5XX' | 'default';

/** Schemas of error bodies: by status, else by range (`'3XX'` to `'5XX'`), else `default`. */
export type ErrorSchemas = { readonly [K in ErrorKey]?: StandardSchemaV1 };

type Schemas = Readonly<Record<string, StandardSchemaV1>>;

const KEY = /^([3-5](\d\d|XX)|default)$/;

/** The schemas as they are when the client is made. Throws a TypeError for what is none, and for an unknown key. */
export function readErrorSchemas(owner: string, given: ErrorSchemas): ErrorSchemas {
  for (const [key, schema] of Object.entries(given as Partial<Schemas>))
    if (!KEY.test(key) || !schema?.['~standard'])
      throw new TypeError(
        `${owner} has errors for "${key}": pass a Standard Schema for a status from 300 to 599, '3XX', '4XX', '5XX' or default.`,
      );
  return bare<ErrorSchemas>(given);
}

/** The schema of an error's body, if there is one. */
export function errorSchema(given: ErrorSchemas | undefined, status: number): StandardSchemaV1 | undefined {
  const schemas = given as Schemas | undefined;
  return schemas && (schemas[status] ?? schemas[`${String(status).charAt(0)}XX`] ?? schemas['default']);
}
