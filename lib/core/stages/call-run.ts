import { bare } from '../platform/bare.js';
import type { Clock } from '../platform/clock.js';
import type { Interruption } from '../platform/interruption.js';
import { quietly } from '../platform/quietly.js';
import { ApiError } from '../result/api-error.js';
import type { CallNames } from '../result/api-error-init.js';
import type { ErrorResult, Result } from '../result/result.js';
import type { Note } from '../wire/note.js';
import type { AskedFor, CalledBy } from './asked-for.js';
import type { CallLines } from './call-log.js';
import type { CallSettings } from './call-settings.js';
import type { CarriedContext } from './carried-context.js';
import type { DeadlineGuard } from './deadline-guard.js';
import type { Facts } from './facts.js';
import type { MiddlewareContext } from './middleware-context.js';
import type { OpenedBodies } from './opened-bodies.js';
import { OutgoingRequest } from './outgoing-request.js';
import type { RequestOwner } from './request-owner.js';
import type { Origin, StreamEnd, WatchedCall } from './watch.js';

/**
 * One run of a call on its way through the stages, and what a middleware sees of it. What a stage has to tell to those
 * inside of it, or to those that come after, it puts here.
 */
export class CallRun implements MiddlewareContext, RequestOwner {
  readonly request: OutgoingRequest;
  readonly requestName: string;
  readonly clock: Clock;
  readonly context: CarriedContext;
  /** The same call again; bound, and deaf to arguments, so that it may be passed around. */
  readonly retry: () => Promise<Result<unknown>>;
  /** Ends the call at its deadline and with its signal; undefined when nothing can end it before its time. */
  guard: DeadlineGuard | undefined;
  /** What the caller got when the chain was stuck. */
  delivered: Result<unknown> | undefined;
  /** Has the clock of the newest attempt, or of all who share its request; undefined where none runs. */
  pausable: { pause(): () => void } | undefined;
  /** The bodies that a reader opened; undefined as long as there are none. */
  opened: OpenedBodies | undefined;
  watched: WatchedCall | undefined;
  /** Whether it continues the stream of another run: its reader was asked for that one. */
  continues = false;
  /** Milliseconds, where the call has no deadline. */
  #timeoutByDefault = 0;
  /** What ended a part of the call: an attempt, or the request that it shared. */
  interruptions: readonly Interruption[] | undefined;
  /** That of the newest attempt, where that was sent and failed. */
  lastFailure: ErrorResult<unknown> | undefined;
  /** What writes of the call; undefined where there is no log. */
  lines: CallLines | undefined;
  /** What a middleware threw last, and which of them, from the outside in. */
  threw: { readonly thrown: unknown; readonly at: number } | undefined;
  readonly #asked: AskedFor;
  readonly by: CalledBy | undefined;
  /** The run that this one is tried again for; undefined where this is the first. */
  readonly #original: CallRun | undefined;
  /** By `once`. Only the first run has any. */
  #kept: Map<object | symbol, unknown> | undefined;
  /** What the options come to. Only inside of the stage that prepares the request. */
  settings!: CallSettings;
  /** How often `next()` was called for a request that may not be sent any more. */
  refusals = 0;
  /** Whether it has settled, and its stream has ended. */
  isOver = false;
  #stream: StreamEnd | undefined;
  #whenOver: ((stream: StreamEnd | undefined) => void)[] | undefined;
  /** Whether this run holds nothing any more: another may continue its stream. */
  #hasLeft = false;
  #whenLeft: (() => void)[] | undefined;

  constructor(
    asked: AskedFor,
    by: CalledBy | undefined,
    retry: () => Promise<Result<unknown>>,
    original: CallRun | undefined,
  ) {
    this.#asked = asked;
    this.by = by;
    this.#original = original;
    this.retry = retry;
    const { name, core, protocol } = asked.endpoint.definition;
    this.requestName = name;
    this.clock = core.clock;
    this.context = asked.context;
    this.request = new OutgoingRequest(protocol.definition, asked.url, asked.params, core.fetch, this);
  }

  get origin(): Origin | undefined {
    return this.by?.origin;
  }

  get series(): object | undefined {
    return this.by?.series;
  }

  get signal(): AbortSignal | undefined {
    return this.by?.signal ?? this.settings.signal;
  }

  /** Whole milliseconds; 0 for no deadline. */
  get timeout(): number {
    return (this.settings as CallSettings | undefined)?.timeout || this.#timeoutByDefault;
  }

  get errorFacts(): CallNames {
    const { path, urlTemplate, label } = this.#asked.endpoint.definition.protocol.definition;
    const { request, requestName } = this;
    return { request, path, urlTemplate, endpoint: requestName, operation: label?.(requestName) };
  }

  /** Makes the request of what the call was asked for. Throws what params or options were refused with. */
  prepare(): void {
    const { body: encoded, settings } = this.#asked.read();
    const { body, contentType, isJson } = encoded;
    const { headers, fetchOptions } = settings;
    // A caller who set a Content-Type, at any level, knows better.
    const typed =
      contentType === null || 'content-type' in headers
        ? headers
        : bare(headers, { 'content-type': contentType });
    this.settings = settings;
    this.request.prepare({ body, isJson, headers: typed, fetchOptions });
  }

  once<T>(key: object | symbol, make: () => T): T {
    const kept = ((this.#original ?? this).#kept ??= new Map());
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key) as T;
  }

  remaining(): number {
    return this.guard?.remaining ?? Infinity;
  }

  onEnd(task: () => void): void {
    if (this.#hasLeft) void quietly(task);
    else (this.#whenLeft ??= []).push(task);
  }

  /** The run holds nothing any more: it is over, or another continues its stream. */
  leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    for (const task of this.#whenLeft ?? []) void quietly(task);
  }

  note(note: Note): void {
    this.lines?.note(note);
    this.watched?.note(note);
  }

  pauseAttempt(): () => void {
    return this.pausable?.pause() ?? ((): void => undefined);
  }

  /** Tells those who asked to be told that the request is about to be sent. */
  tellSending(): void {
    this.request.tellSending();
    if (this.by?.onSend) void quietly(() => this.by?.onSend?.(this.request));
  }

  /** Notes what ended a part of the call, should a middleware throw its reason again. */
  noteInterruption(interruption: Interruption): void {
    // Of thousands of attempts the newest: nobody throws the reason of one long ago.
    this.interruptions = [...(this.interruptions ?? []).slice(-9), interruption];
  }

  /** The Result of a failure. */
  fail(facts: Facts, response: Response | null = null): ErrorResult<unknown> {
    const error = new ApiError({ ...facts, ...this.errorFacts });
    return { data: null, error, response, retry: this.retry };
  }

  /** The caller has this Result. Where it has a stream, the call is over when that ends; else now. */
  settle(result: Result<unknown>): void {
    if (!this.opened?.handOver(result)) this.over();
  }

  /** Nothing of the call goes on any more. Only the first time counts. */
  over(stream?: StreamEnd): void {
    this.leave();
    if (this.isOver) return;
    this.isOver = true;
    this.#stream = stream;
    for (const task of this.#whenOver ?? []) task(stream);
  }

  /** Runs the task when the call has settled, or its stream has ended; at once when it has. The task must not throw. */
  whenOver(task: (stream: StreamEnd | undefined) => void): void {
    if (this.isOver) task(this.#stream);
    else (this.#whenOver ??= []).push(task);
  }

  /**
   * A run of the same call that continues its stream: it ends when this one does.
   *
   * @param timeout Its deadline where the call has none, in milliseconds; 0 for none.
   */
  successor(timeout = 0): CallRun {
    const next = new CallRun(
      this.#asked,
      { ...this.by, signal: this.opened?.signal },
      this.retry,
      this.#original ?? this,
    );
    next.continues = true;
    next.request.countThoseOf(this.request);
    next.lines = this.lines;
    next.#timeoutByDefault = timeout;
    next.watched = this.watched;
    next.opened = this.opened;
    next.prepare();
    return next;
  }
}
