import type { ErrorKey, ErrorSchemas } from '../wire/error-schemas.js';
import type { InferOutput, StandardSchemaV1 } from '../wire/standard-schema.js';

/** What `errors` are where errors have types: there may be none. */
export interface ErrorsGivenTwice {
  readonly errors?:
    | {
        readonly __errorsGivenTwice: 'These errors have types already: take out the types, or the schemas.';
      }
    | undefined;
}

/**
 * What the errors that an endpoint declares have to be: for a status, a range or `default`. A function of one's own that
 * passes their types on says so: `<E extends DeclaredErrors<E>>`.
 */
export type DeclaredErrors<TErrors> = [`${keyof TErrors & (string | number)}`] extends [ErrorKey]
  ? unknown
  : {
      readonly __unknownStatus: "Declare errors for a status from 300 to 599, '3XX', '4XX', '5XX' or default.";
    };

/** The types of error bodies: as they are declared, else as schemas have them, null for what these refuse. */
export type ErrorsOf<TErrors, TSchemas extends ErrorSchemas> = [TSchemas] extends [never]
  ? TErrors
  : { readonly [K in keyof TSchemas]: InferOutput<TSchemas[K] & StandardSchemaV1> | null };

/** The types of error bodies under options that may have schemas of their own. */
export type ErrorsUnder<TErrors, TOptions> = TOptions extends {
  readonly errors: infer TSchemas extends ErrorSchemas;
}
  ? ErrorsOf<TErrors, TSchemas>
  : TErrors;
