import type { ApiError } from '../result/api-error.js';
import type { Wording } from '../result/api-error-init.js';
import type { StandardIssue } from '../result/standard-issue.js';

/** What a response turned out to be: data, or the facts of an error. */
export type Decoded =
  | { readonly data: unknown; readonly kind: undefined }
  | {
      /** `'network'`: the body can't be read to its end. */
      readonly kind: 'http' | 'parse' | 'network';
      readonly body: unknown;
      /** The error as a reader made it, in place of one that is made of the facts. */
      readonly error?: ApiError;
      /** What a decode or a validator threw. */
      readonly cause?: unknown;
      /** What the error says of it, in place of what the kind says. */
      readonly reason?: Wording;
      /** Whether the texts of the cause may quote the body. Default: of `'parse'`. */
      readonly quotesBody?: boolean;
      /** What a schema found wrong. */
      readonly issues?: readonly StandardIssue[];
      /** Whether a schema refused the data: another caller's might not. */
      readonly bySchema?: boolean;
      /** The body that the schema of an error refused. */
      readonly rawBody?: unknown;
      /** In place of the response's own. */
      readonly statusText?: string;
      /** GraphQL only. */
      readonly partialData?: unknown;
    };
