import { copyBody } from '../platform/copy-body.js';
import { copyMembers } from '../platform/copy-data.js';
import type { Cutoff } from '../platform/cutoff.js';
import { isStream } from '../platform/is-stream.js';
import { quietly } from '../platform/quietly.js';
import type { Result } from '../result/result.js';
import type { EncodedBody } from '../wire/body-strategy.js';
import type { FetchLike, FetchOptions, HeaderRecord } from '../wire/fetch-options.js';
import type { Note } from '../wire/note.js';
import type { MiddlewareRequest } from './middleware-context.js';
import type { RequestOwner } from './request-owner.js';
import { isKey } from '../wire/is-key.js';
import type { RequestDefinition } from './request-definition.js';
import { RequestHeaders } from './request-headers.js';
import { firstVeto, type Veto } from './vetoes.js';

/** What the params and the options of a call make. */
interface PreparedRequest extends Pick<EncodedBody, 'body' | 'isJson'> {
  /** Merged, by lowercase name. */
  readonly headers: HeaderRecord;
  /** Merged. */
  readonly fetchOptions: FetchOptions;
}

/** RFC 9110, 9.2.2: the methods that may be sent again without doing more than once. */
const IDEMPOTENT_METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];

/** The request of one call, as `ctx.request`: what it sends, and how it is sent. It is read when it is sent. */
export class OutgoingRequest extends RequestHeaders implements MiddlewareRequest {
  method: string;
  body: RequestInit['body'] = null;
  attemptTimeout: number | undefined = undefined;
  joined = false;
  /** How many were handed to fetch in the name of this call alone. */
  #sendings = 0;
  /** The request of another call that it waits for. */
  #followed: { readonly wasSent: boolean } | undefined;
  /** Makes the call's signal; undefined while nothing can end the call before its time. */
  cutoff: Cutoff | undefined;
  readonly path: string;
  readonly operation: string;
  readonly responseType: unknown;
  readonly schema: object | undefined;
  readonly json: RequestDefinition['json'];
  readonly streams: boolean;
  readonly params: unknown;
  readonly fetch: FetchLike | undefined;
  readonly #definition: RequestDefinition;
  #url: string;
  /** What the params make, whatever stands in its place by now. */
  #encoded: RequestInit['body'] = null;
  #isJson = false;
  #configured: FetchOptions = {};
  #fetchOptions: FetchOptions | undefined;
  readonly #owner: RequestOwner;
  /** As a middleware set it; null for one that was taken away. */
  #signal: AbortSignal | null | undefined;
  #repeatable: boolean | undefined;
  /** Each in an object of its own: one function may be there twice. */
  #onSend: readonly { readonly task: () => void }[] = [];
  #vetoes: Set<Veto> | undefined;

  constructor(
    definition: RequestDefinition,
    url: string,
    params: unknown,
    fetch: FetchLike | undefined,
    owner: RequestOwner,
  ) {
    super();
    this.method = definition.method;
    this.path = definition.path;
    this.operation = definition.operation;
    this.responseType = definition.responseType;
    this.schema = definition.schema;
    this.json = definition.json;
    this.streams = definition.streams;
    this.#definition = definition;
    this.#url = url;
    this.params = params;
    this.fetch = fetch;
    this.#owner = owner;
  }

  get url(): string {
    return this.#url;
  }

  set url(url: string | URL) {
    this.#url = String(url);
  }

  get fetchOptions(): FetchOptions {
    return (this.#fetchOptions ??= copyMembers(this.#configured));
  }

  set fetchOptions(options: FetchOptions) {
    this.#fetchOptions = options;
  }

  get hasJsonBody(): boolean {
    return this.#isJson && this.body === this.#encoded;
  }

  get replayable(): boolean {
    return !isStream(this.body);
  }

  /** The fetch options as they stand, without making a copy. */
  get sentOptions(): FetchOptions {
    return this.#fetchOptions ?? this.#configured;
  }

  /** Sets what the params and the options give, before the first middleware sees it. */
  prepare({ body, isJson = false, headers, fetchOptions }: PreparedRequest): void {
    this.beginWith(headers);
    this.body = body;
    this.#encoded = body;
    this.#isJson = isJson;
    this.#configured = fetchOptions;
  }

  /** Puts a copy in the place of the encoded body, which the caller may change from now on. */
  takeOver(copy: RequestInit['body']): void {
    if (this.body === this.#encoded) this.body = copy;
    this.#encoded = copy;
  }

  clone(): OutgoingRequest {
    const clone = new OutgoingRequest(this.#definition, this.#url, this.params, this.fetch, this.#owner);
    clone.method = this.method;
    clone.body = copyBody(this.body);
    clone.#encoded = this.#encoded;
    clone.countThoseOf(this);
    clone.#isJson = this.#isJson;
    clone.#configured = copyMembers(this.sentOptions);
    clone.beginWith(this.sentHeaders);
    return clone;
  }

  /** Made when first asked for: a signal is dear, and most calls have no middleware that looks at it. */
  get signal(): AbortSignal | undefined {
    return this.#signal === undefined ? this.cutoff?.signal : (this.#signal ?? undefined);
  }

  set signal(signal: AbortSignal | null | undefined) {
    this.#signal = signal ?? null;
  }

  /** Whether a middleware put another signal in the place of the call's own. */
  get signalReplaced(): boolean {
    return this.#signal !== undefined && this.#signal !== this.cutoff?.signal;
  }

  get repeatable(): boolean {
    const hasKey = isKey(this.getHeader('idempotency-key'));
    return this.#repeatable ?? (hasKey || IDEMPOTENT_METHODS.includes(this.method));
  }

  set repeatable(repeatable: boolean) {
    this.#repeatable = repeatable;
  }

  get attempts(): number {
    return this.#sendings + (this.#followed?.wasSent ? 1 : 0);
  }

  /** An attempt is handed to fetch. */
  countSending(): void {
    this.#sendings += 1;
  }

  /** Fetch, or what stands around it, has refused to send the attempt. */
  takeBackSending(): void {
    this.#sendings -= 1;
  }

  /** It continues what another request has begun: what was sent of that counts. */
  countThoseOf({ attempts }: { readonly attempts: number }): void {
    this.#sendings += attempts;
  }

  /** An attempt waits for the request of another call, until what this gives is called. */
  follow(shared: { readonly wasSent: boolean }): () => void {
    this.#followed = shared;
    return () => {
      if (shared.wasSent) this.#sendings += 1;
      this.#followed = undefined;
    };
  }

  onSend(task: () => void): () => void {
    const added = { task };
    this.#onSend = [...this.#onSend, added];
    return () => {
      this.#onSend = this.#onSend.filter((other) => other !== added);
    };
  }

  /** Tells who asked to be told. */
  tellSending(): void {
    // Who wants to see the request, and can't, must not keep the others from it.
    for (const { task } of this.#onSend) void quietly(task);
  }

  veto(decide: Veto): () => void {
    const vetoes = (this.#vetoes ??= new Set());
    vetoes.add(decide);
    return () => {
      vetoes.delete(decide);
    };
  }

  vetoed(result: Result<unknown>): boolean | undefined {
    return this.#vetoes && firstVeto(this.#vetoes, result);
  }

  pauseAttempt(): () => void {
    return this.#owner.pauseAttempt();
  }

  note(note: Note): void {
    this.#owner.note(note);
  }
}
