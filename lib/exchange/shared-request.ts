import { TimeoutError } from '../pipeline/timeout-error.js';
import type { Clock } from '../platform/clock.js';
import { Cutoff } from '../platform/cutoff.js';
import type { BodySource } from '../wire/body-reader.js';

/** How a shared request is sent and when it ends. */
export interface SharedRequestSettings {
  readonly clock: Clock;
  /** Milliseconds from the send; 0 for no deadline. */
  readonly timeout: number;
  send(signal: AbortSignal): Promise<Response>;
  /** Called when no later call may join any more; maybe more than once. */
  onEnd(): void;
}

type Method = 'arrayBuffer' | 'blob' | 'formData' | 'text';

/**
 * One request that several calls wait for. It has a signal and a deadline of its own: a caller that gives up leaves
 * its place, and the last one to do so aborts the request. Its body is read once, for all of them.
 */
export class SharedRequest implements BodySource {
  readonly response: Promise<Response>;
  /** Whether a failure of the request itself was reported: one report stands for all its callers. */
  reported = false;
  readonly #settings: SharedRequestSettings;
  readonly #cutoff = new Cutoff();
  readonly #timer: unknown;
  readonly #reads = new Map<string, Promise<unknown>>();
  #places = 0;
  #callers = 0;
  #timeout: TimeoutError | undefined;

  constructor(settings: SharedRequestSettings) {
    const { clock, timeout } = settings;
    this.#settings = settings;
    this.response = this.#cutoff.until(Promise.resolve(settings.send(this.#cutoff.signal)));
    if (timeout > 0) this.#timer = clock.setTimeout(() => this.#expire(timeout), timeout);
  }

  /** The reason, when the request's own deadline passed. */
  get timeout(): TimeoutError | undefined {
    return this.#timeout;
  }

  /** How many calls have joined so far. */
  get callers(): number {
    return this.#callers;
  }

  /** Takes a place. The caller leaves it with its answer by calling what this gives, or gives up with its cutoff. */
  join(cutoff: Cutoff | undefined): () => void {
    const giveUp = (): void => {
      this.#places -= 1;
      if (this.#places > 0) return;
      this.#end();
      this.#cutoff.abort();
    };
    this.#places += 1;
    this.#callers += 1;
    const stay = cutoff?.onAbort(giveUp);
    // By its own send: a signal may abort while fetch is called.
    if (cutoff?.aborted) giveUp();
    return () => {
      stay?.();
      // Whoever has an answer has read the body, so a later call would find the request over.
      this.#end();
    };
  }

  readonly body: BodySource['body'] = {
    cancel: () => this.#once('cancel', async (response) => response.body?.cancel()),
  };

  text(): Promise<string> {
    return this.#read('text');
  }

  blob(): Promise<Blob> {
    return this.#read('blob');
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read('arrayBuffer');
  }

  formData(): Promise<FormData> {
    return this.#read('formData');
  }

  #read<T>(method: Method): Promise<T> {
    return this.#once(method, (response) => response[method]() as Promise<T>);
  }

  #once<T>(name: string, read: (response: Response) => Promise<T>): Promise<T> {
    const promise = this.#reads.get(name) ?? this.#cutoff.until(this.response.then(read));
    this.#reads.set(name, promise);
    return promise as Promise<T>;
  }

  #expire(ms: number): void {
    this.#timeout = new TimeoutError(ms);
    this.#end();
    this.#cutoff.abort(this.#timeout);
  }

  #end(): void {
    this.#settings.clock.clearTimeout(this.#timer);
    this.#settings.onEnd();
  }
}
