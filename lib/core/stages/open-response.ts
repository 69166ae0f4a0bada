import type { Interruption } from '../platform/interruption.js';
import { isPlatform } from '../platform/is-platform.js';
import { quietly } from '../platform/quietly.js';
import { ApiError } from '../result/api-error.js';
import type { ApiErrorKind } from '../result/api-error-init.js';
import type { Result } from '../result/result.js';
import type { BodyMethod, BodySource } from '../wire/body-source.js';
import type { Note } from '../wire/note.js';
import type { ErrorDetails, OpenBody } from '../wire/response-reader.js';
import type { Attempt } from './attempt.js';
import { type Facts, thrownAs } from './facts.js';
import type { OpenedBodies } from './opened-bodies.js';

/** Makes the same request anew for a stream that goes on. */
export type Again = (
  attempt: Attempt,
  headers: Readonly<Record<string, string>>,
  timeout: number | undefined,
) => Promise<Result<unknown>>;

const isError = /* @__PURE__ */ isPlatform('Error');

/** What was thrown, as a cause; what can't be looked at is none. */
const causeOf = (body: unknown): unknown => {
  try {
    return isError(body) ? body : undefined;
  } catch {
    return undefined;
  }
};

/** The body of a response, on the way to the caller. */
export class OpenResponse implements OpenBody {
  readonly response: Response;
  readonly #attempt: Attempt;
  readonly #source: BodySource;
  readonly #opened: OpenedBodies;
  readonly #again: Again;

  constructor(response: Response, attempt: Attempt, source: BodySource, opened: OpenedBodies, again: Again) {
    this.response = response;
    this.#attempt = attempt;
    this.#source = source;
    this.#opened = opened;
    this.#again = again;
  }

  get timeout(): number {
    return this.#attempt.call.timeout;
  }

  get interruption(): Interruption | undefined {
    return this.#attempt.cutoff?.interruption;
  }

  read(as: BodyMethod): Promise<unknown> {
    return this.#source(as);
  }

  onAbort(task: (interruption: Interruption) => void): () => void {
    // What a reader does must not keep others from being told.
    return this.#attempt.cutoff?.onAbort((why) => void quietly(() => task(why))) ?? ((): void => undefined);
  }

  error(kind: ApiErrorKind, body: unknown, told?: string | ErrorDetails): ApiError {
    const { status, statusText, headers } = this.response;
    // What ends a call from outside has nothing to do with what the server said.
    const answered = kind === 'timeout' || kind === 'abort' ? {} : { status, statusText, headers };
    const details = typeof told === 'string' ? { reason: told } : told;
    const { call } = this.#attempt;
    const error = new ApiError({
      kind,
      body,
      cause: causeOf(body),
      ...answered,
      ...details,
      ...call.errorFacts,
    });
    this.#opened.errors.add(error);
    return error;
  }

  end(error?: ApiError, told: { readonly items?: number } = {}): void {
    this.#opened.end(this.#attempt, { ...told, ...(error && { error }) });
  }

  abort(interruption: Interruption): void {
    this.#attempt.cutoff?.abort(interruption);
    this.#opened.abort(this.#attempt, interruption);
  }

  note(note: Note): void {
    this.#attempt.call.note(note);
  }

  async again(headers: Readonly<Record<string, string>>, timeout?: number): Promise<Result<OpenBody>> {
    const closed = this.#closed(this);
    if (closed) return closed;
    this.#opened.reopen(this.response);
    const result = await this.#again(this.#attempt, headers, timeout);
    if (result.error) return result;
    const body = this.#opened.current();
    // The reader may have ended the stream meanwhile.
    const closedNow = this.#closed(body);
    if (closedNow) return closedNow;
    // What middleware makes of the data is for the caller, who has those of the first opening.
    return body?.response === result.response
      ? ({ ...result, data: body } as Result<OpenBody>)
      : this.#fail('middleware', new TypeError('A middleware answered in place of a stream.'));
  }

  #closed(body: OpenBody | undefined): Result<never> | undefined {
    const closed = this.#opened.closed(this.#attempt, body);
    return closed && this.#fail(closed.kind, closed.reason);
  }

  #fail(kind: Facts['kind'], thrown: unknown): Result<never> {
    return this.#attempt.call.fail(thrownAs(kind, thrown));
  }
}
