import { describeType, type ErrorResult, isBlob, isFormData, isObject, ownValue } from '../core/internal.js';
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

/** What `new Request` and `defineRequest` give, as far as a stub of it goes. */
interface Described {
  readonly config: {
    readonly method: string;
    readonly path: string;
    readonly place?: unknown;
    readonly responseType?: unknown;
  };
  readonly '~types': {
    readonly params: unknown;
    readonly response: unknown;
    readonly errors: unknown;
    readonly input: unknown;
  };
}

/** Endpoints by name, and groups of them. */
interface Requests {
  readonly [name: string]: Described | Requests;
}

/** An answer that is no 2xx, as `errorResponse` makes it. */
export interface ErrorResponse<out TStatus extends number = number, out TBody = unknown> {
  /** From 300 to 599. */
  readonly status: TStatus;
  /** Sent as JSON; null for none. */
  readonly body: TBody;
  /** Tells it from data. */
  readonly '~answer': 'error';
}

/**
 * An answer of `mockApi` that is no 2xx. Where the endpoint declares its errors, the body has to be one of that status.
 *
 * @param status The HTTP status, from 300 to 599: another throws a RangeError.
 * @param body Sent as JSON. Default: none.
 */
export function errorResponse<const TStatus extends number, TBody = null>(
  status: TStatus,
  body?: TBody,
): ErrorResponse<TStatus, TBody> {
  if (!(Number.isInteger(status) && status >= 300 && status <= 599))
    throw new RangeError(`errorResponse status is ${status}: pass 300 to 599.`);
  return { status, body: (body ?? null) as TBody, '~answer': 'error' };
}

/** One param as it was sent: text, where it stood in the path or the query. */
type Sent<T> = T | string | (NonNullable<T> extends readonly unknown[] ? string[] : never);

/** What a function of `mockApi` is called with. */
export interface MockCall<TParams> {
  /**
   * The params as they were sent: what stood in the path, the query or a header is text, a repeated name a list of texts;
   * JSON is what it was. Under a table of `places` each param has its own name, the body too; under a `place` of your own,
   * and without one, the members of a JSON body are params.
   */
  readonly params: { readonly [K in keyof TParams]: Sent<TParams[K]> };
  /** The request, with `text()` and `json()`. */
  readonly request: RouteRequest;
}

/** Errors by status, as far as they are declared. */
type ErrorAnswers<TErrors> = [keyof TErrors] extends [never]
  ? ErrorResponse
  : ErrorResult<never, TErrors>['error'] extends infer TError
    ? TError extends { readonly kind: 'http'; readonly status: infer TStatus; readonly body: infer TBody }
      ? ErrorResponse<TStatus & number, TBody>
      : never
    : never;

/**
 * The data that stand for an answer: streams don't, and null stands for none. Of an endpoint whose data are unknown
 * anything may, but not by that name, under which a function would not be told what it is called with.
 */
type AnswerData<TData> = unknown extends TData
  ? object | string | number | boolean | null
  : TData extends AsyncIterable<unknown>
    ? never
    : // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- what an endpoint without data is declared with
      TData extends void
      ? null
      : TData;

/** What a server sends: what the schema takes, where there is one. */
type Sendable<TTypes extends Described['~types']> = unknown extends TTypes['input']
  ? TTypes['response']
  : TTypes['input'];

type Given<T extends Described> =
  AnswerData<Sendable<T['~types']>> | ErrorAnswers<T['~types']['errors']> | Response;

/** Data that are a list would be taken for a sequence: they stand in one. */
type Whole<TGiven> = TGiven extends readonly unknown[] ? never : TGiven;

type Answer<T extends Described> =
  Given<T> | ((call: MockCall<T['~types']['params']>) => Given<T> | Promise<Given<T>>);

/** What the endpoints answer: data, an error, a Response, a function, or a sequence of these whose last repeats. */
export type MockResponses<TRequests> = {
  readonly [K in keyof TRequests]?: TRequests[K] extends Described
    ? Whole<Answer<TRequests[K]>> | readonly [Answer<TRequests[K]>, ...Answer<TRequests[K]>[]]
    : MockResponses<TRequests[K]>;
};

/** The names of all endpoints, those of a group with the group's before a dot. */
type Names<TRequests> = {
  [K in keyof TRequests & string]: TRequests[K] extends Described ? K : `${K}.${Names<TRequests[K]>}`;
}[keyof TRequests & string];

/** Options of `mockApi`. */
export interface MockApiOptions {
  /**
   * What the client has for its own: other URLs match nothing then. Default: any, with any path before the endpoint's.
   * Beside other services (under MSW, say) it should be there. Another value doesn't compile.
   */
  readonly baseUrl?: string | undefined;
}

/** A stand-in for `fetch` that answers as endpoints do. */
export interface MockApi<TRequests> extends Omit<MockFetch, 'callCount' | 'lastCall'> {
  /** How many requests this endpoint got. */
  callCount(name: Names<TRequests>): number;
  /** The newest request that this endpoint got. */
  lastCall(name: Names<TRequests>): RecordedCall | undefined;
}

/** What is sent for data: JSON, or what a Response takes as it is. */
const responseTo = (answer: unknown, responseType: unknown): Response => {
  if (answer instanceof Response) return answer;
  if (isObject(answer) && '~answer' in answer) {
    const { status, body } = answer as ErrorResponse;
    // A 304 has none: a Response with one can't be made.
    return jsonResponse(status === 304 ? null : body, { status });
  }
  const isEmpty = responseType === 'none' || (responseType === 'optionalJson' && answer == null);
  if (isEmpty) return new Response(null, { status: 204 });
  const isWhole = isBlob(answer) || isFormData(answer) || answer instanceof ArrayBuffer;
  if (isWhole || responseType === 'text') return new Response(answer as BodyInit);
  return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
};

/** What of a URL is the endpoint's; undefined where it is another service's. */
type Behind = ReturnType<typeof behind>;

type Respond = (call: MockCall<unknown>) => unknown;

/** An endpoint as a route. One without an answer matches too, and says so: its request is no other endpoint's. */
class EndpointRoute extends Route {
  readonly path: RoutePath;
  readonly #behind: Behind | undefined;

  constructor(key: string, { config }: Described, answer: unknown, behindBase: Behind | undefined) {
    const answers: readonly unknown[] =
      answer === undefined ? [] : Array.isArray(answer) ? (answer as unknown[]) : [answer];
    if (Array.isArray(answer) && answers.length === 0)
      throw new TypeError(`mockApi has [] for "${key}": use [[]] for an empty array, or remove it.`);
    const { method, path, place, responseType } = config;
    const respond =
      (given: unknown) =>
      async ({ params, request }: RouteContext): Promise<Response> => {
        const data: unknown =
          typeof given === 'function'
            ? await (given as Respond)({ params: await sentParams(place, params, request), request })
            : given;
        return responseTo(data, responseType).clone();
      };
    const missing = (): never => {
      throw new Error(`mockApi has no value for "${key}": add one.`);
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

const isEndpoint = (entry: Described | Requests): entry is Described =>
  typeof (entry as Partial<Described>).config?.path === 'string';

const routesOf = (
  requests: Requests,
  answers: Readonly<Record<string, unknown>>,
  behindBase: Behind | undefined,
  group = '',
): EndpointRoute[] => {
  const unknown = Object.keys(answers).find((name) => !Object.hasOwn(requests, name));
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

/** A longer path is asked before a shorter one that it ends in, a fixed one before one with names in it, and text beside a name before the name alone. */
const bySpecificity = ({ path: a }: EndpointRoute, { path: b }: EndpointRoute): number =>
  b.length - a.length || a.open - b.open || a.names.length - b.names.length;

/**
 * Makes a stand-in for `fetch` that answers as these endpoints do, with answers that the compiler holds to their types:
 * `createApi({ baseUrl, requests, fetch: mockApi(requests, { getUser: { id: 1, name: 'Ada' } }).fetch })`. A list is a
 * sequence of answers, whose last repeats: data that are a list stand in one, an empty list as `[[]]`. An endpoint
 * without an answer rejects with its name.
 *
 * @param requests What `createApi` gets.
 * @param answers By the names of the endpoints.
 * @throws TypeError for an answer to what is no endpoint, for an empty sequence, and where the platform has no `Response` or `Headers`.
 */
export function mockApi<const TRequests extends Requests>(
  requests: TRequests,
  answers: MockResponses<TRequests>,
  { baseUrl }: MockApiOptions = {},
): MockApi<TRequests> {
  requirePlatform();
  const behindBase = baseUrl === undefined ? undefined : behind(baseUrl);
  const routes = routesOf(requests, answers, behindBase).sort(bySpecificity);
  return new FetchStub(routes);
}
