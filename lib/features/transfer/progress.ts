import { type Clock, ignoringErrors, InvalidInputError, systemClock } from '../../core/internal.js';
import { tapped } from '../fetch-wrappers/around-fetch.js';

/** Progress of an upload or download. */
export interface Progress {
  /** Bytes so far: 0 in the first report of each attempt. Never decreases. */
  readonly loaded: number;
  /** Total bytes; null if the size is unknown, the body is compressed, or more bytes were transferred. */
  readonly total: number | null;
  /** Whether the whole body was transferred. True in the last report of a complete transfer. */
  readonly done: boolean;
}

declare global {
  interface RequestInit {
    /**
     * Reports upload progress to you, at most every 50 ms, with `withProgress` and `xhrFetch`. Errors that it throws
     * are ignored.
     */
    onUploadProgress?: ((progress: Progress) => unknown) | undefined;
    /**
     * Reports download progress to you, at most every 50 ms, with `withProgress`. Errors that it throws are ignored.
     */
    onDownloadProgress?: ((progress: Progress) => unknown) | undefined;
  }
}

/** Minimum time between two reports, in milliseconds. */
const PACE = 50;

/** A callback that receives the progress. */
export type Report = (progress: Progress) => unknown;

/** Throws for a callback that isn't a function. */
export function checkReport(name: string, report: unknown): void {
  if (report != null && typeof report !== 'function')
    throw InvalidInputError.ofOption(name, report, 'a function');
}

type ByteSource = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Counts the bytes of one transfer and reports the progress. */
export class ByteCounter {
  /** Whether the measured body is being read. */
  isOpen = false;
  /** Whether the transfer has failed. Nothing more is reported. */
  hasFailed = false;
  readonly #report: Report;
  readonly #total: number;
  readonly #clock: Clock;
  #loaded = 0;
  #isDone = false;
  #reportedAt = 0;

  /**
   * Starts the count and sends the first report.
   *
   * @param total Expected size in bytes; NaN if it's unknown.
   */
  constructor(report: Report, total: number, clock: Clock = systemClock) {
    this.#report = report;
    this.#total = total;
    this.#clock = clock;
    this.#send();
  }

  /**
   * Sets the number of transferred bytes. A smaller number is ignored: the body is being sent again.
   *
   * @param isWhole Whether the transfer is complete. Only the first time counts.
   */
  reach(size: number, isWhole = false): void {
    const isMore = size > this.#loaded;
    if (this.#isDone || this.hasFailed || !(isWhole || isMore)) return;
    if (isMore) this.#loaded = size;
    this.#isDone = isWhole;
    if (isWhole || this.#clock.ticks() - this.#reportedAt >= PACE) this.#send();
  }

  /**
   * Returns the same stream and counts it as it's read. `whole` is called at its end. Default: reports that the
   * transfer is complete.
   */
  through(stream: ByteSource, whole: () => void = () => this.reach(0, true)): ByteSource {
    let read = 0;
    this.isOpen = true;
    return tapped(
      stream,
      (size) => this.reach((read += size)),
      (isWhole) => isWhole && whole(),
    );
  }

  #send(): void {
    this.#reportedAt = this.#clock.ticks();
    const loaded = this.#loaded;
    const total = loaded <= this.#total ? this.#total : null;
    void ignoringErrors(() => this.#report({ loaded, total, done: this.#isDone }));
  }
}

/** Size of a body in bytes by its Content-Length; NaN if it's missing, or if the body is compressed. */
export const declaredLength = (headers: Headers): number =>
  headers.has('content-encoding') ? NaN : parseInt(headers.get('content-length') ?? '');
