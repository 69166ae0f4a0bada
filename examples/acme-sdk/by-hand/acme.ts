// The client of `api.yaml`, written by hand in the pattern of openai-node: one class over `fetch`, with retries, a
// timeout for each attempt, errors by status, and lists that request their next page.

export class AcmeError extends Error {}
export class APIConnectionError extends AcmeError {}
export class APITimeoutError extends APIConnectionError {}
export class APIUserAbortError extends AcmeError {}
export class APIError extends AcmeError {
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | null;
  constructor(
    { status, headers }: Response,
    text: string,
    readonly body?: Problem,
  ) {
    super(`${status} ${body?.title ?? (text || 'status code (no body)')}`);
    this.status = status;
    this.headers = headers;
    this.requestId = headers.get('x-request-id');
  }
}
export class BadRequestError extends APIError {}
export class AuthenticationError extends APIError {}
export class PermissionDeniedError extends APIError {}
export class NotFoundError extends APIError {}
export class ConflictError extends APIError {}
export class UnprocessableEntityError extends APIError {}
export class RateLimitError extends APIError {}
export class InternalServerError extends APIError {}

const BY_STATUS: Record<number, typeof APIError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

export type Problem = { title: string; code?: string };
export type Order = { id: string; status: 'open' | 'paid' | 'canceled'; total: number; note?: string };
export type Invoice = { id: string; status: 'open' | 'paid'; total: number };
export type AcmeFile = { id: string; name: string; size: number };
export type Page<T> = { data: T[]; next?: string };
export type ListParams<T extends { status: string }> = {
  status?: T['status'];
  cursor?: string;
  limit?: number;
};

type Limits = { timeout?: number; maxRetries?: number };
export type ClientOptions = Limits & { apiKey?: string; partnerKey?: string; baseUrl?: string };
export type Options = Limits & { signal?: AbortSignal; headers?: object; idempotencyKey?: string };
type Sent = { query?: object; body?: unknown; isBlob?: boolean };

/** A list: `await` gives its first page, and `for await` the items of all pages. */
class List<T> {
  constructor(private readonly load: (cursor?: string) => Promise<Page<T>>) {}

  then: Promise<Page<T>>['then'] = (onPage, onError) => this.load().then(onPage, onError);

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    let page = await this.load();
    yield* page.data;
    while (page.next) yield* (page = await this.load(page.next)).data;
  }
}

const env = (name: string) => globalThis.process?.env?.[name]?.trim() || undefined;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const path = (texts: TemplateStringsArray, ...ids: string[]) =>
  String.raw(texts, ...ids.map(encodeURIComponent));

export default class Acme {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions = {}) {
    const { apiKey = env('ACME_API_KEY'), partnerKey = env('ACME_PARTNER_KEY') } = options;
    if (!apiKey) throw new AcmeError('The API key is missing: pass apiKey, or set ACME_API_KEY.');
    this.#options = { ...options, apiKey, partnerKey };
  }

  orders = {
    retrieve: (id: string, options?: Options) => this.request<Order>('GET', path`/orders/${id}`, {}, options),
    list: (query?: ListParams<Order>, options?: Options) => this.#list<Order>('/orders', query, options),
    create: (body: { total: number; note?: string }, options?: Options) =>
      this.request<Order>('POST', '/orders', { body }, { idempotencyKey: crypto.randomUUID(), ...options }),
    update: (id: string, body: { total?: number; note?: string }, options?: Options) =>
      this.request<Order>('PATCH', path`/orders/${id}`, { body }, options),
    cancel: (id: string, options?: Options) =>
      this.request<Order>('POST', path`/orders/${id}/cancel`, {}, options),
    delete: (id: string, options?: Options) =>
      this.request<undefined>('DELETE', path`/orders/${id}`, {}, options),
  };
  invoices = {
    retrieve: (id: string, options?: Options) =>
      this.request<Invoice>('GET', path`/invoices/${id}`, {}, options),
    list: (query?: ListParams<Invoice>, options?: Options) =>
      this.#list<Invoice>('/invoices', query, options),
    export: (query: { year: number }, options?: Options) =>
      this.request<string>('GET', '/invoices/export', { query }, options),
  };
  files = {
    upload: (body: FormData, options?: Options) =>
      this.request<AcmeFile>('POST', '/files', { body }, options),
    download: (id: string, options?: Options) =>
      this.request<Blob>('GET', path`/files/${id}/content`, { isBlob: true }, options),
    delete: (id: string, options?: Options) =>
      this.request<undefined>('DELETE', path`/files/${id}`, {}, options),
  };

  async request<T>(method: string, path: string, sent: Sent = {}, options: Options = {}): Promise<T> {
    const max = options.maxRetries ?? this.#options.maxRetries ?? 2;
    for (let retries = 0; ; retries += 1) {
      const response = await this.#fetch(method, path, sent, options).catch((error: Error) => error);
      if (options.signal?.aborted) throw new APIUserAbortError('Request was aborted.');
      const isError = response instanceof Error;
      if (!isError && response.ok) return this.#read(response, sent.isBlob) as Promise<T>;
      if (retries < max && (isError || [408, 409, 429].includes(response.status) || response.status >= 500)) {
        await sleep(this.#delay(retries, isError ? undefined : response.headers));
        continue;
      }
      if (!isError) throw await this.#errorOf(response);
      if (response.name === 'TimeoutError')
        throw new APITimeoutError('Request timed out.', { cause: response });
      throw new APIConnectionError('Connection error.', { cause: response });
    }
  }

  #list<T>(path: string, query?: object, options?: Options) {
    const load = (next?: object) =>
      this.request<Page<T>>('GET', path, { query: { ...query, ...next } }, options);
    return new List<T>((cursor) => load(cursor === undefined ? {} : { cursor }));
  }

  async #fetch(method: string, path: string, { query = {}, body }: Sent, options: Options) {
    const {
      apiKey,
      partnerKey,
      baseUrl = env('ACME_BASE_URL') ?? 'https://api.acme.example/v1',
    } = this.#options;
    const url = new URL(baseUrl + path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const isJson = body !== undefined && !(body instanceof FormData);
    const timeout = AbortSignal.timeout(options.timeout ?? this.#options.timeout ?? 60_000);
    return fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(partnerKey && { 'x-partner-key': partnerKey }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
        ...options.headers,
      },
      body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
  }

  async #read(response: Response, isBlob = false): Promise<unknown> {
    if (response.status === 204) return undefined;
    const isJson = response.headers.get('content-type')?.includes('json');
    return isBlob ? response.blob() : isJson ? response.json() : response.text();
  }

  async #errorOf(response: Response): Promise<APIError> {
    const text = await response.text().catch(() => '');
    const Class = BY_STATUS[response.status] ?? (response.status >= 500 ? InternalServerError : APIError);
    try {
      return new Class(response, text, JSON.parse(text));
    } catch {
      return new Class(response, text);
    }
  }

  #delay(retries: number, headers?: Headers): number {
    const ms = Number(headers?.get('retry-after-ms') ?? Number(headers?.get('retry-after') ?? NaN) * 1000);
    return ms >= 0 && ms < 60_000 ? ms : Math.min(500 * 2 ** retries, 8000) * (1 - Math.random() * 0.25);
  }
}
