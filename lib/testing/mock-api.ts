import {
  describeType,
  type ErrorResult,
  isBlob,
  isFormData,
  isObject,
  markSafeText,
  ownValue,
} from '../core/internal.js';
import { isMockedData, type MockedData } from './endpoint-mock.js';
import { FetchStub, type MockFetch } from './mock-fetch.js';
import {
  behind,
  pathOf,
  type RecordedCall,
  Route,
  type RouteContext,
  RoutePath,
  type RouteRequest,
} from './route.js';
import { sentParams } from './sent-params.js';
import { jsonResponse, requirePlatform } from './result-factories.js';

/** The properties of an endpoint from `new Request` or `defineRequest` that a stub uses. */
export interface Described {
  /** The endpoint's config. */
  readonly config: {
    readonly method: string;
    readonly path: string;
    readonly place?: unknown;
    readonly responseType?: unknown;
    readonly errorType?: unknown;
    readonly responses?: unknown;
  };
  /** Carries the types. This property doesn't exist at run time. */
  readonly '~types': {
    readonly params: unknown;
    readonly response: unknown;
    readonly errors: unknown;
    readonly input: unknown;
  };
}

/** Endpoints and groups of endpoints, by name. */
interface DescribedRequests {
  readonly [name: string]: Described | DescribedRequests;
}

/** A response with an error status, created by `errorResponse`. */
export interface ErrorResponse<out TStatus extends number = number, out TBody = unknown> {
  /** HTTP status from 300 to 599. */
  readonly status: TStatus;
  /** Body, sent as JSON; null without a body. */
  readonly body: TBody;
  /** Distinguishes the response from data. */
  readonly '~answer': 'error';
}

/**
 * Creates an error response for `mockApi`. If the endpoint declares its errors, the body must have the type
 * declared for the status.
 *
 * @param status HTTP status from 300 to 599. Throws a RangeError for another value.
 * @param body Body, sent as JSON. Default: no body.
 */
export function errorResponse<const TStatus extends number>(status: TStatus): ErrorResponse<TStatus, null>;
export function errorResponse<const TStatus extends number, TBody>(
  status: TStatus,
  body: TBody,
): ErrorResponse<TStatus, TBody>;
export function errorResponse(status: number, body: unknown = null): ErrorResponse {
  if (!(Number.isInteger(status) && status >= 300 && status <= 599))
    throw new RangeError(`errorResponse status is ${status}: pass 300 to 599.`);
  return { status, body, '~answer': 'error' };
}

/** One param as sent: a string if it was in the path or the query. */
type Sent<T> = T | string | (NonNullable<T> extends readonly unknown[] ? string[] : never);

/** Argument of a response function of `mockApi`. */
export interface MockCall<TParams> {
  /**
   * The params as sent. Values from the path, the query or a header are strings, and a repeated name is an
   * array of strings. JSON keeps its types. In a form and in a deep object, the fields are strings. With a
   * `places` table, each param has its own name, including the body. Without `place`, or with a custom one, the members of a JSON body are params.
   */
  readonly params: { readonly [K in keyof TParams]: Sent<TParams[K]> };
  /** The request, with `text()` and `json()`. */
  readonly request: RouteRequest;
}

/** Error responses of the declared errors, by status. */
export type ErrorAnswers<TErrors> = [keyof TErrors] extends [never]
  ? ErrorResponse
  : ErrorResult<never, TErrors>['error'] extends infer TError
    ? TError extends { readonly kind: 'http'; readonly status: infer TStatus; readonly body: infer TBody }
      ? ErrorResponse<TStatus & number, TBody>
      : never
    : never;

/**
 * Data that a response can be declared with. Streams can't be; null means no data. If the data type is
 * unknown, any data is accepted. The union doesn't use the type unknown, because the params of a response
 * function would lose their type.
 */
export type AnswerData<TData> = unknown extends TData
  ? object | string | number | boolean | null
  : TData extends AsyncIterable<unknown>
    ? never
    : // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- what an endpoint without data is declared with
      TData extends void
      ? null
      : TData;

/** Data that a server sends: the input of the schema, if there is one. */
export type Sendable<TTypes extends Described['~types']> = unknown extends TTypes['input']
  ? TTypes['response']
  : TTypes['input'];

type ResponseValue<T extends Described> =
  | AnswerData<Sendable<T['~types']>>
  | MockedData<AnswerData<Sendable<T['~types']>>>
  | ErrorAnswers<T['~types']['errors']>
  | Response;

/**
 * Excludes arrays, because they would be read as a sequence of responses, except for the empty array. Wrap array data in
 * a sequence.
 */
type Whole<TGiven> = TGiven extends readonly unknown[] ? ([] extends TGiven ? readonly [] : never) : TGiven;

type Answer<T extends Described> =
  | ResponseValue<T>
  | ((call: MockCall<T['~types']['params']>) => ResponseValue<T> | Promise<ResponseValue<T>>);

/**
 * Responses by endpoint: data, a generated mock, an error, a Response, a function, or an array of these. The last item of an
 * array repeats.
 */
export type MockResponses<TRequests> = {
  readonly [K in keyof TRequests]?: TRequests[K] extends Described
    ? Whole<Answer<TRequests[K]>> | readonly [Answer<TRequests[K]>, ...Answer<TRequests[K]>[]]
    : MockResponses<TRequests[K]>;
};

/** Names of all endpoints. An endpoint of a group has the group's name and a dot as its prefix. */
type Names<TRequests> = {
  [K in keyof TRequests & string]: TRequests[K] extends Described ? K : `${K}.${Names<TRequests[K]>}`;
}[keyof TRequests & string];

/** Options of `mockApi`. */
export interface MockApiOptions {
  /**
   * Base URL of the client. URLs with another base don't match. Set it if other services share the stub, for
   * example in MSW. Default: any base, with any path before the endpoint's path.
   */
  readonly baseUrl?: string | undefined;
}

/** A `fetch` stub that responds for endpoints. */
export interface MockApi<TRequests> extends Omit<MockFetch, 'callCount' | 'lastCall'> {
  /** Returns the number of requests for this endpoint. */
  callCount(name: Names<TRequests>): number;
  /** Returns the latest request for this endpoint; undefined without one. */
  lastCall(name: Names<TRequests>): RecordedCall | undefined;
}

/** The part of a config that decides how a response is sent. */
type Sending = Pick<Described['config'], 'responseType' | 'errorType' | 'responses'>;

const errorTo = ({ status, body }: ErrorResponse, { errorType }: Sending): Response => {
  if (errorType === 'text' && typeof body === 'string') return new Response(body, { status });
  // The Response constructor throws for a 304 with a body.
  return jsonResponse(status === 304 ? null : body, { status });
};

/** Returns the status of data without a status: 200, unless the endpoint declares only others. */
const statusOf = ({ responses }: Sending): number => {
  if (!isObject(responses) || '200' in responses || '2XX' in responses) return 200;
  return Number(Object.keys(responses)[0] ?? 200);
};

/** Converts data to a response: JSON, or a body that `Response` accepts unchanged. */
const dataTo = (data: unknown, { responseType }: Sending, init: ResponseInit): Response => {
  const { status } = init;
  const isEmpty = responseType === 'none' || (responseType === 'optionalJson' && data == null);
  if (isEmpty || status === 204 || status === 205) return new Response(null, init);
  const isWhole = isBlob(data) || isFormData(data) || data instanceof ArrayBuffer;
  if (isWhole || responseType === 'text') return new Response(data as BodyInit, init);
  const headers = { 'content-type': 'application/json', ...(init.headers as Record<string, string>) };
  return new Response(JSON.stringify(data), { ...init, headers });
};

const responseTo = (answer: unknown, sending: Sending): Response => {
  if (answer instanceof Response) return answer;
  if (isMockedData(answer)) return dataTo(answer.data, sending, answer['~head']);
  if (isObject(answer) && '~answer' in answer) return errorTo(answer as ErrorResponse, sending);
  const { responseType } = sending;
  const isEmpty = responseType === 'none' || (responseType === 'optionalJson' && answer == null);
  return dataTo(answer, sending, { status: isEmpty ? 204 : statusOf(sending) });
};

/** Whether a value is a sequence of responses. An empty array can only be data. */
const isSequence = (answer: unknown): answer is readonly unknown[] =>
  Array.isArray(answer) && answer.length > 0;

/** Returns the part of a URL after the base; undefined for a URL of another service. */
type Behind = ReturnType<typeof behind>;

type Respond = (call: MockCall<unknown>) => unknown;

/**
 * An endpoint as a route. An endpoint without a response matches too and throws an error with its name,
 * because no other endpoint can match its request.
 */
class EndpointRoute extends Route {
  readonly path: RoutePath;
  readonly #behind: Behind | undefined;

  constructor(key: string, { config }: Described, answer: unknown, behindBase: Behind | undefined) {
    const answers: readonly unknown[] = answer === undefined ? [] : isSequence(answer) ? answer : [answer];
    const { method, path, place } = config;
    const respond =
      (given: unknown) =>
      async ({ params, request }: RouteContext): Promise<Response> => {
        const data: unknown =
          typeof given === 'function' && !isMockedData(given)
            ? await (given as Respond)({ params: await sentParams(place, params, request), request })
            : given;
        return responseTo(data, config).clone();
      };
    const missing = (): never => {
      throw markSafeText(new Error(`mockApi has no value for "${key}": add one.`));
    };
    super(key, method, answers.length === 0 ? missing : answers.map(respond));
    this.path = new RoutePath(pathOf(path));
    this.#behind = behindBase;
  }

  protected tokensIn(url: string): Record<string, string> | undefined {
    if (!this.#behind) return this.path.matchEnd(pathOf(url));
    const rest = this.#behind(url);
    return rest === undefined ? undefined : this.path.match(pathOf(rest));
  }
}

const isEndpoint = (entry: Described | DescribedRequests): entry is Described =>
  typeof (entry as Partial<Described>).config?.path === 'string';

const routesOf = (
  requests: DescribedRequests,
  answers: Readonly<Record<string, unknown>>,
  behindBase: Behind | undefined,
  group = '',
): EndpointRoute[] => {
  // A file of generated mocks has all endpoints of a document, and a test might use some of them.
  const unknown = Object.keys(answers).find(
    (name) => !Object.hasOwn(requests, name) && !isMockedData(answers[name]),
  );
  if (unknown !== undefined)
    throw new TypeError(`mockApi has a value for "${group}${unknown}", not an endpoint: remove it.`);
  return Object.entries(requests).flatMap(([name, entry]) => {
    if (!isObject(entry))
      throw new TypeError(`The endpoint "${group}${name}" is ${describeType(entry)}: pass a Request.`);
    const answer = ownValue(answers, name);
    return isEndpoint(entry)
      ? [new EndpointRoute(group + name, entry, answer, behindBase)]
      : routesOf(entry, (answer ?? {}) as Record<string, unknown>, behindBase, `${group}${name}.`);
  });
};

/**
 * Sorts longer paths before shorter ones, fixed segments before params, and literal text next to a param
 * before a single param. A shorter path can match the end of a longer one.
 */
const bySpecificity = ({ path: a }: EndpointRoute, { path: b }: EndpointRoute): number =>
  b.length - a.length || a.open - b.open || a.names.length - b.names.length;

/**
 * Creates a `fetch` stub that responds for endpoints, with type-checked responses:
 * `createApi({ baseUrl, requests, fetch: mockApi(requests, { getUser: { id: 1, name: 'Ada' } }).fetch })`. An
 * array is a sequence of responses; its last item repeats. Wrap array data in a sequence, except for an empty
 * array. A request to an endpoint without a response rejects with an error that names it.
 *
 * @param requests The requests of `createApi`.
 * @param answers Responses by endpoint name.
 * @throws TypeError for a response to an unknown endpoint, and if the platform has no
 * `Response` or `Headers`.
 */
export function mockApi<const TRequests extends DescribedRequests>(
  requests: TRequests,
  answers: MockResponses<TRequests>,
  { baseUrl }: MockApiOptions = {},
): MockApi<TRequests> {
  requirePlatform();
  const behindBase = baseUrl === undefined ? undefined : behind(baseUrl);
  const routes = routesOf(requests, answers, behindBase).sort(bySpecificity);
  return new FetchStub(routes);
}
