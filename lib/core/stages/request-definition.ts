import type { JsonOptions } from '../wire/json-format.js';

/** What the definition of an endpoint says of each of its requests. */
export interface RequestDefinition {
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** The URL that errors name when none could be built. */
  readonly urlTemplate: string;
  /** GraphQL: the side and the text of the document. Else empty. */
  readonly operation: string;
  /** GraphQL: kind and name of the operation, for messages. An operation without a name has the endpoint's. */
  readonly label: ((endpoint: string) => string) | undefined;
  /** A name, or a reader. */
  readonly responseType: unknown;
  readonly schema: object | undefined;
  readonly json: JsonOptions;
  /** Whether the answer is handed over before its body is read. */
  readonly streams: boolean;
}
