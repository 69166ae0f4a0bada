import type { StandardIssue } from '../result/standard-issue.js';

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
