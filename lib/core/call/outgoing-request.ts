import { isStream, nullProto } from '../platform/values.js';
import { SKIPPED } from '../result/error-text.js';
import type { EncodedBody } from '../http/body-encoder.js';
import { type HeaderRecord, isKey, readHeader } from '../http/headers.js';
import type { JsonOptions } from '../http/json.js';
import type { PageRules } from '../http/page-rules.js';
import type { FetchOptions, CallNote } from '../http/response-reader.js';
import { AttemptLog } from './attempt-log.js';
import type { FetchLike, MiddlewareRequest } from './context.js';

/** The parts of an endpoint's definition that each of its requests uses. */
export interface RequestDefinition {
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** The path template as it is joined to `baseUrl`. */
  readonly template: string;
  /** GraphQL: the side and the text of the document. Empty otherwise. */
  readonly operation: string;
  /** GraphQL: returns kind and name of the operation for messages. An unnamed operation has the endpoint's name. */
  readonly label: ((endpoint: string) => string) | undefined;
  /** The endpoint's `responseType`: a name, or a reader. */
  readonly responseType: unknown;
  readonly schema: object | undefined;
  readonly json: JsonOptions;
  /** Whether the call returns before the body is read. */
  readonly streams: boolean;
  /** The endpoint's `pages`, for `paginate`. */
  readonly pages?: PageRules | undefined;
  /** The `Accept` header, if no level sets one; undefined for none. */
  readonly accept: string | undefined;
}

/** The members of a call that its request needs. */
export interface RequestOwner {
  /** Ends the call early; undefined if nothing can. Its signal is created at the first use. */
  readonly guard: { readonly signal: AbortSignal } | undefined;
  note(note: CallNote): void;
}

/** Idempotent methods (RFC 9110, 9.2.2; QUERY: draft-ietf-httpbis-safe-method-w-body). */
const IDEMPOTENT_METHODS: readonly string[] = ['GET', 'DELETE', 'HEAD', 'OPTIONS', 'PUT', 'QUERY'];

/** The request of one call (`ctx.request`): what is sent, and how. It is read when it is sent. */
export class OutgoingRequest implements MiddlewareRequest {
  method: string;
  body: RequestInit['body'] = null;
  fetchOptions: FetchOptions = {};
  attemptTimeout: number | undefined = undefined;
  onInvalid: 'fail' | 'report' | undefined = undefined;
  /** Counts what was sent. */
  log = new AttemptLog();
  /** Pauses the clock of the newest attempt, or of all callers that share its request; undefined if none runs. */
  pausable: { pause(): () => void } | undefined = undefined;
  /** The signal that a middleware set instead of the call's own; null if it removed the signal. */
  installedSignal: AbortSignal | null | undefined = undefined;
  /** The tasks of `onSend`; undefined if there was never one. */
  sendTasks: Set<() => void> | undefined = undefined;
  readonly path: string;
  readonly operation: string;
  readonly responseType: unknown;
  readonly schema: object | undefined;
  readonly json: RequestDefinition['json'];
  readonly streams: boolean;
  readonly params: unknown;
  readonly fetch: FetchLike | undefined;
  readonly #definition: RequestDefinition;
  readonly #owner: RequestOwner;
  #url: string;
  /**
   * The JSON body made from the params, even if a middleware replaced `body`; undefined if the params aren't sent as
   * JSON.
   */
  #jsonBody: RequestInit['body'] | undefined;
  #headers: Headers | undefined;
  #idempotent: boolean | undefined;

  constructor(
    definition: RequestDefinition,
    url: string,
    params: unknown,
    fetch: FetchLike | undefined,
    owner: RequestOwner,
  ) {
    this.#definition = definition;
    this.#owner = owner;
    this.#url = url;
    this.method = definition.method;
    this.path = definition.path;
    this.operation = definition.operation;
    this.responseType = definition.responseType;
    this.schema = definition.schema;
    this.json = definition.json;
    this.streams = definition.streams;
    this.params = params;
    this.fetch = fetch;
  }

  /**
   * Sets what the params and options create, before the first middleware runs.
   *
   * @param headers The merged headers by lowercase name.
   * @param options The merged fetch options.
   */
  prepare({ body, contentType, isJson }: EncodedBody, headers: HeaderRecord, options: FetchOptions): void {
    const { accept } = this.#definition;
    const own = new Headers(headers);
    if (accept && !own.has('accept')) own.set('accept', accept);
    // A Content-Type that the caller set, at any level, wins.
    if (contentType != null && !own.has('content-type')) own.set('content-type', contentType);
    this.#headers = own;
    this.body = body;
    if (isJson) this.#jsonBody = body;
    this.fetchOptions = { ...options };
  }

  /** Returns the arguments of fetch. */
  toFetch(signal: AbortSignal | undefined): [url: string, init: RequestInit] {
    const { method, body = null } = this;
    // A copy: a fetch function that adds headers must not change the headers of the next attempt.
    const headers = new Headers(this.#headers);
    const own = { method, body, signal: signal ?? null, headers };
    const duplex = body && typeof body !== 'string' && isStream(body) ? { duplex: 'half' } : {};
    return [
      this.#url,
      nullProto<RequestInit & { duplex?: string }>(this.fetchOptions as RequestInit, own, duplex),
    ];
  }

  clone(): OutgoingRequest {
    const clone = new OutgoingRequest(this.#definition, this.#url, this.params, this.fetch, this.#owner);
    clone.log.sent = this.attempts;
    clone.method = this.method;
    clone.body = this.body;
    clone.onInvalid = this.onInvalid;
    clone.#jsonBody = this.#jsonBody;
    clone.headers = new Headers(this.headers);
    clone.fetchOptions = { ...this.fetchOptions };
    return clone;
  }

  get url(): string {
    return this.#url;
  }

  set url(url: string | URL) {
    this.#url = String(url).replace(SKIPPED, '');
  }

  get headers(): Headers {
    return (this.#headers ??= new Headers());
  }

  set headers(headers: Headers | HeaderRecord | null) {
    // A middleware in plain JavaScript can set an object.
    this.#headers = headers instanceof Headers ? headers : new Headers(headers ?? undefined);
  }

  headerRecord(): HeaderRecord {
    return Object.fromEntries(this.headers);
  }

  getHeader(name: string): string | undefined {
    return this.headers.get(name) ?? undefined;
  }

  /** Throws an InvalidInputError for an invalid header. */
  setHeader(name: string, value: string): void {
    this.headers.set(name, readHeader(name, value));
  }

  get hasJsonBody(): boolean {
    return this.#jsonBody !== undefined && this.body === this.#jsonBody;
  }

  get bodyReusable(): boolean {
    return !isStream(this.body);
  }

  get signal(): AbortSignal | undefined {
    const { installedSignal } = this;
    return installedSignal === undefined ? this.#owner.guard?.signal : (installedSignal ?? undefined);
  }

  set signal(signal: AbortSignal | null | undefined) {
    this.installedSignal = signal && signal === this.#owner.guard?.signal ? undefined : (signal ?? null);
  }

  get idempotent(): boolean {
    const hasKey = isKey(this.headers.get('idempotency-key'));
    return this.#idempotent ?? (hasKey || IDEMPOTENT_METHODS.includes(this.method));
  }

  set idempotent(idempotent: boolean) {
    this.#idempotent = idempotent;
  }

  get joined(): boolean {
    return !!this.log.newest?.followed;
  }

  get attempts(): number {
    return this.log.attempts;
  }

  onSend(task: () => void): () => void {
    // A wrapper, because the same function can be added twice.
    const added = (): void => task();
    const tasks = (this.sendTasks ??= new Set());
    tasks.add(added);
    return () => void tasks.delete(added);
  }

  pauseAttempt(): () => void {
    return this.pausable?.pause() ?? ((): void => undefined);
  }

  note(note: CallNote): void {
    this.#owner.note(note);
  }
}
