import { describeType, InvalidInputError, isBlob, isFormData, isObject } from '../core/internal.js';
import type { AnswerData, Described, ErrorAnswers, ErrorResponse, Sendable } from './mock-api.js';

/** Status and headers of a response. */
interface Head {
  /** 2xx status. */
  readonly status: number;
  /** Headers next to the content type. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Data of a success, which `mockApi` sends with a status and headers. Created by an `EndpointMock`. */
export interface MockedData<out TData = unknown> {
  /** The data, as the server sends it: dates are strings. */
  readonly data: TData;
  /** Distinguishes the response from data. */
  readonly '~answer': 'data';
  /** Status and headers of the response. */
  readonly '~head': Head;
}

type DataOfMock<TEndpoint extends Described> = AnswerData<Sendable<TEndpoint['~types']>>;

/** The declared error of a status. */
type MockedError<TEndpoint extends Described, TStatus extends number> =
  ErrorAnswers<TEndpoint['~types']['errors']> extends infer TError
    ? TError extends ErrorResponse<infer TDeclared, infer TBody>
      ? TStatus extends TDeclared
        ? ErrorResponse<TStatus, TBody>
        : never
      : never
    : never;

/** Your own part of a body: fields of an object, else the whole body. */
type Own<TBody> = TBody extends readonly unknown[] | Blob | FormData | ArrayBuffer
  ? TBody
  : TBody extends object
    ? Partial<TBody>
    : TBody;

/** The response of a status: data for a success, else an error. */
type MockedStatus<TEndpoint extends Described, TStatus extends number> = `${TStatus}` extends `2${string}`
  ? MockedData<DataOfMock<TEndpoint>>
  : MockedError<TEndpoint, TStatus>;

type BodyOfStatus<TEndpoint extends Described, TStatus extends number> = `${TStatus}` extends `2${string}`
  ? DataOfMock<TEndpoint>
  : MockedError<TEndpoint, TStatus>['body'];

/**
 * Responses of an endpoint. It is itself a response for `mockApi`: the lowest 2xx status. Call it to replace
 * fields of the data, and call `status` for another status.
 *
 * @typeParam TEndpoint The endpoint.
 * @typeParam TStatus The statuses that have a response.
 */
export interface EndpointMock<TEndpoint extends Described, TStatus extends number> extends MockedData<
  DataOfMock<TEndpoint>
> {
  /**
   * Returns the success with your own fields. They replace the fields of the data, without merging nested
   * objects. Data that isn't an object is replaced as a whole.
   */
  (own: Own<DataOfMock<TEndpoint>>): MockedData<DataOfMock<TEndpoint>>;
  /**
   * Returns the response of a status.
   *
   * @param status A status that has a response. Throws an InvalidInputError for any other.
   * @param own Your own fields of the body. Default: none.
   */
  status<const TAny extends TStatus>(
    status: TAny,
    own?: Own<BodyOfStatus<TEndpoint, TAny>>,
  ): MockedStatus<TEndpoint, TAny>;
}

const isFields = (value: unknown): value is object =>
  isObject(value) && !Array.isArray(value) && !isBlob(value) && !isFormData(value);

const withOwn = (body: unknown, own: unknown): unknown => {
  if (own === undefined) return body;
  return isFields(body) && isFields(own) ? { ...body, ...own } : own;
};

/** Whether a value is data of a mock. An EndpointMock is a function. */
export const isMockedData = (value: unknown): value is MockedData =>
  (isObject(value) || typeof value === 'function') &&
  (value as Partial<MockedData>)['~answer'] === 'data' &&
  '~head' in value;

/**
 * Creates the responses of an endpoint. A file that `homing openapi` generates calls it.
 *
 * @param endpoint The endpoint. Defines the types. An InvalidInputError is thrown for another value.
 * @param bodies Bodies by status, as the server sends them. At least one status must be 2xx, else an
 * InvalidInputError is thrown. The compiler doesn't check the bodies.
 * @param headers Headers of each success. Default: none.
 */
export function endpointMock<TEndpoint extends Described, const TStatus extends number>(
  endpoint: TEndpoint,
  bodies: { readonly [K in TStatus]: unknown },
  headers: Readonly<Record<string, string>> = {},
): EndpointMock<TEndpoint, TStatus> {
  if (!isObject((endpoint as Partial<Described> | undefined)?.config))
    throw new InvalidInputError(`Mock got ${describeType(endpoint)}: pass an endpoint.`);
  if (!isObject(bodies))
    throw new InvalidInputError(`Mock is ${describeType(bodies)}: pass bodies by status.`);
  const byStatus = new Map<number, unknown>(Object.entries(bodies).map(([key, body]) => [Number(key), body]));
  const isSuccess = (status: number): boolean => status >= 200 && status < 300;
  const first = [...byStatus.keys()].sort((one, other) => one - other).find(isSuccess);
  if (first === undefined) throw new InvalidInputError('Mock has no 2xx status: add one.');
  const of = (status: number, own: unknown): MockedData | ErrorResponse => {
    if (!byStatus.has(status))
      throw new InvalidInputError(`Mock has no status ${status}: use ${[...byStatus.keys()].join(', ')}.`);
    const body = withOwn(byStatus.get(status), own);
    if (!isSuccess(status)) return { status, body, '~answer': 'error' };
    return { data: body, '~answer': 'data', '~head': { status, headers } };
  };
  const members = { ...of(first, undefined), status: of };
  return Object.assign((own: unknown) => of(first, own), members) as unknown as EndpointMock<
    TEndpoint,
    TStatus
  >;
}
