import {
  type ApiConfig,
  type CallOptions,
  createApi,
  Request,
  type RequestConfig,
  type Result,
} from '../../lib/index.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- specs read untyped bodies
export type Untyped = any;

/** The default base of all calls. */
export const BASE = 'https://api.example.com';

/** The arguments of fetch. */
export interface Sent {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Headers;
  readonly body: RequestInit['body'];
  readonly init: RequestInit & { readonly duplex?: string };
}

/** One endpoint, its client and one call. Every field has a default. */
export interface Asked extends Partial<RequestConfig> {
  baseUrl?: string;
  params?: unknown;
  options?: CallOptions;
  client?: Partial<ApiConfig>;
  /** The response of fetch. Default: 200 with `{"ok":true}`. */
  answer?: () => Response | Promise<Response>;
}

/** A call's Result and its requests. */
export class Captured {
  readonly result: Result<Untyped>;
  /** Grows when `result.retry()` sends again. */
  readonly sent: readonly Sent[];

  constructor(result: Result<Untyped>, sent: readonly Sent[]) {
    this.result = result;
    this.sent = sent;
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

  get init(): Sent['init'] {
    return this.#first.init;
  }

  get #first(): Sent {
    const [first] = this.sent;
    if (first) return first;
    throw new Error(`Nothing was sent: ${String(this.result.error?.body)}`);
  }
}

const ok = (): Response => new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } });

/** A function that calls the endpoint with params, and an array of its requests. */
export const endpoint = ({ baseUrl = BASE, client, answer = ok, params: _, options, ...config }: Asked) => {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { method, body } = init;
    sent.push({ url, method, headers: new Headers(init.headers), body, init });
    return answer();
  };
  const request = new Request<unknown, Untyped>({ method: 'GET', path: '/items', ...config });
  const api = createApi({
    baseUrl,
    fetch,
    ...client,
    requests: { request },
  });
  return { sent, run: (params?: unknown): Promise<Result<Untyped>> => api.request(params, options) };
};

/** Creates a client with one endpoint, and calls it once. Returns the Result and the arguments of fetch. */
export const call = async (asked: Asked): Promise<Captured> => {
  const { run, sent } = endpoint(asked);
  return new Captured(await run(asked.params), sent);
};

/** A GET of the path with these params. */
export const get = (path: string, params?: unknown, more: Asked = {}): Promise<Captured> =>
  call({ method: 'GET', path, params, ...more });

/** A POST of the path with these params. */
export const post = (path: string, params?: unknown, more: Asked = {}): Promise<Captured> =>
  call({ method: 'POST', path, params, ...more });

/** A GET that gets this response. */
export const receive = (response: Response, config: Asked = {}): Promise<Captured> =>
  call({ ...config, answer: () => response });
