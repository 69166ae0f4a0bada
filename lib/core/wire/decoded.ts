import type { ApiError } from '../result/api-error.js';

/** What a response turned out to be: data, or the facts of an error. */
export type Decoded =
  | { readonly data: unknown; readonly kind: undefined }
  | {
      readonly kind: 'http' | 'parse';
      readonly body: unknown;
      /** The error as a reader made it, in place of one that is made of the facts. */
      readonly error?: ApiError;
      /** What a decode or a validator threw. */
      readonly cause?: unknown;
      /** Whether a schema refused the data: another caller's might not. */
      readonly bySchema?: true;
      /** In place of the response's own. */
      readonly statusText?: string;
      /** GraphQL only. */
      readonly partialData?: unknown;
    };
