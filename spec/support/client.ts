import { type MockedFunction, vi } from 'vitest';
import {
  type ApiClient,
  type ApiConfig,
  type ApiError,
  type CallOptions,
  createApi,
  Request,
  type RequestConfig,
  type Result,
} from '../../lib/index.js';
import { jsonResponse } from '../../lib/entries/testing.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- specs read bodies that have no type
export type Untyped = any;

export type Fetch = NonNullable<ApiConfig['fetch']>;

/** The base URL of every client that sets none. */
export const BASE = 'http://api.test';

/** A response in short: a status without a body, an Error that fetch throws, a Response, or the data of a 200. */
export type Answer = number | Error | Response | readonly unknown[] | Readonly<Record<string, unknown>>;

/** A request as fetch received it. */
export interface SentRequest {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly body: RequestInit['body'];
  readonly init: RequestInit & { readonly duplex?: string };
  /** When fetch was called, in milliseconds. */
  readonly at: number;
  /** Resolves a held request with a Response, or with a plain value as JSON. */
  answer(body: unknown, init?: ResponseInit): void;
  /** Rejects a held request. */
  fail(thrown: unknown): void;
}

interface AnswerOptions {
  /** The responses in turn; the last one repeats. Default: `{ n: 1 }`, `{ n: 2 }` and so on. */
  answers?: readonly Answer[] | undefined;
  /** Creates the response to each request. */
  answer?: ((...sent: Parameters<Fetch>) => Response | Promise<Response>) | undefined;
  /** Whether each request waits for its `answer()` or `fail()`. It rejects when its signal aborts. */
  held?: boolean | undefined;
  /** Whether a held request stays pending after its signal aborts. */
  ignoresSignal?: boolean | undefined;
  /** The value that every request rejects with. */
  throws?: unknown;
}

interface StubOptions extends AnswerOptions, ResponseInit {
  /** The JSON body of every response, next to its status and headers. */
  data?: unknown;
}

/** A stub of fetch that records its requests. */
export interface StubFetch extends MockedFunction<Fetch> {
  readonly requests: SentRequest[];
  /** The init of the newest request. */
  readonly lastInit: RequestInit;
  /** The headers of the newest request, by lowercase name, without the default Accept. */
  readonly lastHeaders: Record<string, string>;
}

const respond = (answer: Answer): Response => {
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) return answer.clone();
  return typeof answer === 'number' ? jsonResponse(null, { status: answer }) : jsonResponse(answer);
};

/** Creates a stub of fetch, for specs that create their own client. */
export const stubFetch = (options: StubOptions = {}): StubFetch => {
  const { answers = [], answer, held = false, data, throws, ignoresSignal, ...responseInit } = options;
  const requests: SentRequest[] = [];
  const answerNow: Fetch = async (url, init) => {
    if ('throws' in options) throw throws;
    if ('data' in options) return jsonResponse(data, responseInit);
    if (answer) return answer(url, init);
    return respond(answers[Math.min(requests.length, answers.length) - 1] ?? { n: requests.length });
  };
  const fetch = vi.fn<Fetch>((url, init = {}) => {
    const { method, body, signal } = init;
    const { promise, resolve, reject } = withResolvers();
    requests.push({
      url,
      method,
      headers: new Headers(init.headers),
      body,
      init,
      at: Date.now(),
      answer: (body, more) => resolve(body instanceof Response ? body : jsonResponse(body, more)),
      fail: reject,
    });
    if (!held) return answerNow(url, init);
    if (ignoresSignal) return promise;
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    return promise;
  });
  const lastInit = (): RequestInit => {
    const [, init] = fetch.mock.lastCall ?? [];
    if (!init) throw new Error('Nothing was sent.');
    return init;
  };
  return Object.defineProperties(fetch as StubFetch, {
    requests: { value: requests },
    lastInit: { get: lastInit },
    lastHeaders: { get: () => setHeaders(new Headers(lastInit().headers)) },
  });
};

/** Returns headers by lowercase name, without the Accept that an endpoint for JSON sends by default. */
export const setHeaders = (headers: Headers): Record<string, string> => {
  const { accept, ...others } = Object.fromEntries(headers);
  return accept === undefined || accept === 'application/json' ? others : { ...others, accept };
};

// Node 20 has no Promise.withResolvers.
const withResolvers = () => {
  let resolve!: (response: Response) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<Response>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
};

/** The options of the client, of its endpoints and of the stub. */
export interface TestClientOptions<Name extends string = 'call'>
  extends Partial<Omit<ApiConfig, 'requests'>>, AnswerOptions {
  /** The names of the endpoints. Default: `call` alone. */
  endpoints?: readonly Name[];
  /** The config of every endpoint. Default: `GET /things`. */
  endpoint?: Partial<RequestConfig>;
}

type Endpoints<Name extends string> = Record<Name, Request<Untyped, Untyped>>;

interface TestClient<Name extends string> {
  api: ApiClient<Endpoints<Name>>;
  /** The requests that the stub received. */
  requests: SentRequest[];
  onError: MockedFunction<(error: ApiError) => void>;
}

/** Creates a client over a stub of fetch. If the options contain a `fetch`, it replaces the stub. */
export const createTestClient = <Name extends string = 'call'>(
  options: TestClientOptions<Name> = {},
): TestClient<Name> => {
  const {
    answers,
    answer,
    held,
    ignoresSignal,
    throws,
    endpoints = ['call' as Name],
    endpoint,
    ...client
  } = options;
  const rejection = 'throws' in options && { throws };
  const fetch = stubFetch({ answers, answer, held, ignoresSignal, ...rejection });
  const onError = vi.fn<(error: ApiError) => void>();
  const entries = endpoints.map((name) => {
    const request = new Request<Untyped, Untyped>({ method: 'GET', path: '/things', ...endpoint });
    return [name, request] as const;
  });
  const requests = Object.fromEntries(entries) as Endpoints<Name>;
  const api = createApi({ baseUrl: BASE, fetch, onError, ...client, requests });
  return { api, requests: fetch.requests, onError };
};

/** The config of an endpoint together with the options of one call. Default: `GET /items`. */
export interface CallOnceOptions
  extends Partial<Omit<RequestConfig, 'params'>>, Pick<AnswerOptions, 'answer'> {
  params?: unknown;
  options?: CallOptions;
  client?: Partial<ApiConfig>;
  /** The base URL of the client, not of the endpoint. */
  baseUrl?: RequestConfig['baseUrl'];
}

/** The Result of a call, and what the call sent. */
export class CalledOnce {
  readonly result: Result<Untyped>;
  /** Grows when `result.retry()` sends again. */
  readonly requests: readonly SentRequest[];

  constructor(result: Result<Untyped>, requests: readonly SentRequest[]) {
    this.result = result;
    this.requests = requests;
  }

  get url(): string {
    return this.#first.url;
  }

  get method(): string | undefined {
    return this.#first.method;
  }

  get headers(): Headers {
    return this.#first.headers;
  }

  get contentType(): string | null {
    return this.#first.headers.get('content-type');
  }

  get body(): RequestInit['body'] {
    return this.#first.body;
  }

  get init(): SentRequest['init'] {
    return this.#first.init;
  }

  get #first(): SentRequest {
    const [first] = this.requests;
    if (first) return first;
    throw new Error(`Nothing was sent: ${String(this.result.error?.body)}`);
  }
}

/** Creates a client with one endpoint and calls it once. */
export const callOnce = async (once: CallOnceOptions = {}): Promise<CalledOnce> => {
  const { params, options, client, baseUrl = BASE, answer, ...endpoint } = once;
  const withPath = { path: '/items', ...endpoint };
  const { api, requests } = createTestClient({ baseUrl, ...client, answer, endpoint: withPath });
  return new CalledOnce(await api.call(params, options), requests);
};
