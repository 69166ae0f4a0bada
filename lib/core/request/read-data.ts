import type { ResponseType } from '../wire/body-readers.js';
import type { ResponseReader } from '../wire/response-reader.js';
import type { StandardSchemaV1 } from '../wire/standard-schema.js';

/** What each `responseType` gives when no response type is written. */
export interface DataByType {
  json: unknown;
  optionalJson: unknown;
  text: string;
  blob: Blob;
  arrayBuffer: ArrayBuffer;
  formData: FormData;
  none: undefined;
}

/** Under `'optionalJson'` a schema isn't asked about an empty body. */
type EmptyOf<TType extends ResponseType> = [TType] extends ['optionalJson'] ? undefined : never;

/**
 * The data of a success when no response type is written: what a schema or a reader gives, else what the `responseType`
 * does. There is a schema or a reader, never both; without either its data are never.
 */
export type ReadData<TType extends ResponseType, TRead> = [TRead] extends [never]
  ? DataByType[TType]
  : TRead | EmptyOf<TType>;

/** The data under options: what a schema of theirs gives, else what their `responseType` does, else those before. */
export type DataUnder<TResponse, TOptions> = TOptions extends {
  readonly schema: StandardSchemaV1<unknown, infer TRead>;
}
  ? TRead | (TOptions extends { readonly responseType: 'optionalJson' } ? undefined : never)
  : TOptions extends { readonly responseType: ResponseReader<infer TOpened> }
    ? TOpened
    : TOptions extends { readonly responseType: infer TType extends ResponseType }
      ? DataByType[TType]
      : TResponse;
