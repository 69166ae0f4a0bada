import { ignoringErrors } from '../platform/user-callbacks.js';
import { nullProto, isStream, ownValue } from '../platform/values.js';
import { SKIPPED } from '../result/error-text.js';
import type { EncodedBody } from '../http/body-encoder.js';
import { type HeaderRecord, isKey, readHeader } from '../http/headers.js';
import type { JsonOptions } from '../http/json.js';
import type { FetchOptions, CallNote } from '../http/response-reader.js';
import type { FetchLike, MiddlewareRequest } from './context.js';

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

/** The request of another call, as far as those that wait for it are concerned. */
export interface Followed {
  /** Whether it was handed to fetch, or waits for a request that was. */
  readonly wasSent: boolean;
}

/** What a request asks of the call that it belongs to. */
export interface RequestOwner {
  /** Undefined while nothing can end the call before its time. Its signal is made when first asked for. */
  readonly guard: { readonly signal: AbortSignal } | undefined;
  note(note: CallNote): void;
}

/** What the params and the options of a call make. */
interface PreparedRequest extends Pick<EncodedBody, 'body' | 'isJson'> {
  /** Merged, by lowercase name. */
  readonly headers: HeaderRecord;
  /** Merged. */
  readonly fetchOptions: FetchOptions;
}

/** RFC 9110, 9.2.2: the methods that may be sent again without doing more than once. */
const IDEMPOTENT_METHODS: readonly string[] = ['GET', 'DELETE', 'HEAD', 'OPTIONS', 'PUT'];

/** The request of one call, as `ctx.request`: what it sends, and how it is sent. It is read when it is sent. */
export class OutgoingRequest implements MiddlewareRequest {
  method: string;
  body: RequestInit['body'] = null;
  attemptTimeout: number | undefined = undefined;
  /** How many were handed to fetch in the name of this call alone. */
  sentCount = 0;
  /** The request of another call that its newest attempt waits for, or has waited for. */
  followed: Followed | undefined = undefined;
  /** Has the clock of the newest attempt, or of all who share its request; undefined where none runs. */
  pausable: { pause(): () => void } | undefined = undefined;
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
  /** What the params make, whatever stands in its place by now; undefined for what is no JSON. */
  #jsonBody: RequestInit['body'] | undefined;
  /**
   * By lowercase name, until somebody wants a `Headers`, which is dear. Never changed: calls without headers of their own
   * have one in common.
   */
  #record: HeaderRecord = {};
  #headers: Headers | undefined;
  #fetchOptions: FetchOptions = {};
  #hasOwnOptions = false;
  /** As a middleware set it; null for one that was taken away. */
  #signal: AbortSignal | null | undefined;
  #idempotent: boolean | undefined;
  #onSend: Set<() => void> | undefined;

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

  /** Sets what the params and the options give, before the first middleware sees it. */
  prepare({ body, isJson, headers, fetchOptions }: PreparedRequest): void {
    this.#record = headers;
    this.body = body;
    if (isJson) this.#jsonBody = body;
    this.#fetchOptions = fetchOptions;
  }

  clone(): OutgoingRequest {
    const clone = new OutgoingRequest(this.#definition, this.#url, this.params, this.fetch, this.#owner);
    clone.method = this.method;
    clone.body = this.body;
    clone.#jsonBody = this.#jsonBody;
    clone.sentCount = this.attempts;
    clone.fetchOptions = { ...this.#fetchOptions };
    clone.#record = this.#record;
    clone.#headers = this.#headers && new Headers(this.#headers);
    return clone;
  }

  get url(): string {
    return this.#url;
  }

  set url(url: string | URL) {
    this.#url = String(url).replace(SKIPPED, '');
  }

  get headers(): Headers {
    return (this.#headers ??= new Headers(this.#record));
  }

  set headers(headers: Headers) {
    this.#headers = headers;
  }

  /** As they stand, in whichever form. */
  get sentHeaders(): HeaderRecord | Headers {
    return this.#headers ?? this.#record;
  }

  headerRecord(): HeaderRecord {
    // What a middleware put in their place may be of any library.
    return this.#headers ? Object.fromEntries(new Headers(this.#headers)) : this.#record;
  }

  getHeader(name: string): string | undefined {
    const value = this.#headers ? this.#headers.get(name) : ownValue(this.#record, name.toLowerCase());
    return value ?? undefined;
  }

  /** Throws a InvalidInputError for a header that can't be sent. */
  setHeader(name: string, value: string): void {
    const text = readHeader(name, value);
    if (this.#headers) this.#headers.set(name, text);
    else this.#record = nullProto<Record<string, string>>(this.#record, { [name.toLowerCase()]: text });
  }

  get fetchOptions(): FetchOptions {
    if (!this.#hasOwnOptions) this.fetchOptions = { ...this.#fetchOptions };
    return this.#fetchOptions;
  }

  set fetchOptions(options: FetchOptions) {
    this.#hasOwnOptions = true;
    this.#fetchOptions = options;
  }

  /** The fetch options as they stand, without making a copy. */
  get sentOptions(): FetchOptions {
    return this.#fetchOptions;
  }

  get hasJsonBody(): boolean {
    return this.#jsonBody !== undefined && this.body === this.#jsonBody;
  }

  get bodyReusable(): boolean {
    return !isStream(this.body);
  }

  get signal(): AbortSignal | undefined {
    return this.#signal === undefined ? this.#owner.guard?.signal : (this.#signal ?? undefined);
  }

  set signal(signal: AbortSignal | null | undefined) {
    this.#signal = signal ?? null;
  }

  /** The signal that a middleware put in the place of the call's own; null for one that it took away. */
  get installedSignal(): AbortSignal | null | undefined {
    return this.#signal !== undefined && this.#signal !== this.#owner.guard?.signal
      ? this.#signal
      : undefined;
  }

  get idempotent(): boolean {
    const hasKey = isKey(this.getHeader('idempotency-key'));
    return this.#idempotent ?? (hasKey || IDEMPOTENT_METHODS.includes(this.method));
  }

  set idempotent(idempotent: boolean) {
    this.#idempotent = idempotent;
  }

  get joined(): boolean {
    return !!this.followed;
  }

  get attempts(): number {
    return this.sentCount + (this.followed?.wasSent ? 1 : 0);
  }

  onSend(task: () => void): () => void {
    // One function may be there twice.
    const added = (): void => task();
    const tasks = (this.#onSend ??= new Set());
    tasks.add(added);
    return () => void tasks.delete(added);
  }

  /** Begins an attempt, and tells who asked to be told. */
  nextAttempt(): void {
    this.sentCount = this.attempts;
    this.followed = undefined;
    // Who wants to see the request, and can't, must not keep the others from it.
    if (this.#onSend) for (const task of [...this.#onSend]) void ignoringErrors(task);
  }

  pauseAttempt(): () => void {
    return this.pausable?.pause() ?? ((): void => undefined);
  }

  note(note: CallNote): void {
    this.#owner.note(note);
  }
}
