import type { Cutoff } from '../platform/cutoff.js';
import { quietly } from '../platform/quietly.js';
import type { Result } from '../result/result.js';
import type { FetchLike } from '../wire/fetch-options.js';
import type { Note } from '../wire/note.js';
import type { MiddlewareRequest } from './middleware-context.js';
import { OutgoingRequest } from './outgoing-request.js';
import type { RequestDefinition } from './request-definition.js';
import { type Veto, Vetoes } from './vetoes.js';

/** What a request asks of the call that it belongs to. */
export interface RequestOwner {
  note(note: Note): void;
  pauseAttempt(): () => void;
}

/** RFC 9110, 9.2.2: the methods that may be sent again without doing more than once. */
const IDEMPOTENT_METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];

/** The request of one call, as `ctx.request`: what it sends, and how it is sent. */
export class CallRequest extends OutgoingRequest implements MiddlewareRequest {
  attemptTimeout: number | undefined = undefined;
  joined = false;
  /** Makes the call's signal; undefined while nothing can end the call before its time. */
  cutoff: Cutoff | undefined;
  readonly #owner: RequestOwner;
  /** As a middleware set it; null for one that was taken away. */
  #signal: AbortSignal | null | undefined;
  #repeatable: boolean | undefined;
  #onSend: (() => void)[] | undefined;
  #vetoes: Vetoes | undefined;

  constructor(
    definition: RequestDefinition,
    url: string,
    params: unknown,
    fetch: FetchLike | undefined,
    owner: RequestOwner,
  ) {
    super(definition, url, params, fetch);
    this.#owner = owner;
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
    return (
      this.#repeatable ??
      (IDEMPOTENT_METHODS.includes(this.method) || this.getHeader('idempotency-key') !== undefined)
    );
  }

  set repeatable(repeatable: boolean) {
    this.#repeatable = repeatable;
  }

  onSend(task: () => void): void {
    (this.#onSend ??= []).push(task);
  }

  /** Tells who asked to be told. */
  tellSending(): void {
    // Who wants to see the request, and can't, must not keep the others from it.
    for (const task of this.#onSend ?? []) void quietly(task);
  }

  veto(decide: Veto): void {
    (this.#vetoes ??= new Vetoes()).add(decide);
  }

  vetoed(result: Result<unknown>): boolean | undefined {
    return this.#vetoes?.decide(result);
  }

  pauseAttempt(): () => void {
    return this.#owner.pauseAttempt();
  }

  note(note: Note): void {
    this.#owner.note(note);
  }
}
