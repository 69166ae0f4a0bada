import type { Interruption } from '../platform/interruption.js';
import { ApiError, type ApiErrorKind } from '../result/api-error.js';
import type { Result } from '../result/result.js';
import type { BodyMethod, BodySource } from '../wire/body-source.js';
import type { Note } from '../wire/note.js';
import type { OpenBody } from '../wire/response-reader.js';
import type { Attempt } from './attempt.js';
import { thrownAs } from './facts.js';

/** Makes the same request anew for a stream that goes on. */
export type Again = (attempt: Attempt, headers: Readonly<Record<string, string>>) => Promise<Result<unknown>>;

const MADE_FOR = /* @__PURE__ */ new WeakMap<ApiError, object>();

/** Whether `error()` made it, of a body of this call. What a body or a schema throws may be an ApiError, too. */
export const isMadeFor = (call: object, error: ApiError): boolean => MADE_FOR.get(error) === call;

/** The body of a response, on the way to the caller. */
export class OpenResponse implements OpenBody {
  readonly response: Response;
  readonly #attempt: Attempt;
  readonly #source: BodySource;
  readonly #again: Again;

  constructor(response: Response, attempt: Attempt, source: BodySource, again: Again) {
    this.response = response;
    this.#attempt = attempt;
    this.#source = source;
    this.#again = again;
  }

  get interruption(): Interruption | undefined {
    return this.#attempt.cutoff?.interruption;
  }

  read(as: BodyMethod): Promise<unknown> {
    return this.#source(as);
  }

  onAbort(task: (interruption: Interruption) => void): () => void {
    return this.#attempt.cutoff?.onAbort(task) ?? ((): void => undefined);
  }

  error(kind: ApiErrorKind, body: unknown, reason?: string): ApiError {
    const { status, statusText, headers } = this.response;
    // What ends a call from outside has nothing to do with what the server said.
    const answered = kind === 'timeout' || kind === 'abort' ? {} : { status, statusText, headers };
    const cause = body instanceof Error ? body : undefined;
    const { call } = this.#attempt;
    const error = new ApiError({ kind, body, cause, reason, ...answered, ...call.errorFacts });
    MADE_FOR.set(error, call);
    return error;
  }

  end(error?: ApiError, told: { readonly items?: number } = {}): void {
    this.#attempt.call.opened?.end({ ...told, ...(error && { error }) });
  }

  abort(interruption: Interruption): void {
    this.#attempt.cutoff?.abort(interruption);
  }

  note(note: Note): void {
    this.#attempt.call.note(note);
  }

  async again(headers: Readonly<Record<string, string>>): Promise<Result<OpenBody>> {
    const { call } = this.#attempt;
    const interruption = this.interruption ?? call.opened?.ended;
    if (interruption) return call.fail(thrownAs(interruption.kind, interruption.reason)) as Result<never>;
    call.opened?.reopen(this.response);
    return (await this.#again(this.#attempt, headers)) as Result<OpenBody>;
  }
}
