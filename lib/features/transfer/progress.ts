import { type Clock, ignoringErrors, InvalidInputError, systemClock } from '../../core/internal.js';
import { tapped } from '../fetch-wrappers/around-fetch.js';

/** How far a transfer has come. */
export interface Progress {
  /** Bytes so far: 0 in the first report of each attempt, and never less than in the report before. */
  readonly loaded: number;
  /** How many bytes there will be; null where that isn't known, where the body is compressed, and once it was exceeded. */
  readonly total: number | null;
  /** Whether that was the whole body. True in the last report of a transfer that came to its end. */
  readonly done: boolean;
}

declare global {
  interface RequestInit {
    /** For `withProgress` and `xhrFetch`: told how much of the body was sent, at most every 50 ms. What it throws is ignored. */
    onUploadProgress?: ((progress: Progress) => unknown) | undefined;
    /** For `withProgress`: told how much of the response was read, at most every 50 ms. What it throws is ignored. */
    onDownloadProgress?: ((progress: Progress) => unknown) | undefined;
  }
}

/** Between two reports, in milliseconds. */
const PACE = 50;

/** Who is told of a progress. */
export type Report = (progress: Progress) => unknown;

/** Refuses a callback that is none. */
export function checkReport(name: string, report: unknown): void {
  if (report != null && typeof report !== 'function')
    throw InvalidInputError.ofOption(name, report, 'a function');
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** The progress of one transfer: told that it begins, and as it goes on. */
export class ByteCounter {
  /** Whether what is measured has begun to be read. */
  isOpen = false;
  /** Whether the transfer has failed: nothing more is told of it. */
  hasFailed = false;
  readonly #report: Report;
  readonly #total: number;
  readonly #clock: Clock;
  #loaded = 0;
  #isDone = false;
  #toldAt = 0;

  /** @param total In bytes; NaN where it isn't known. */
  constructor(report: Report, total: number, clock: Clock = systemClock) {
    this.#report = report;
    this.#total = total;
    this.#clock = clock;
    this.#tell();
  }

  /**
   * So many bytes by now. Fewer than there were are those of a body that is sent once more, and no news.
   *
   * @param isWhole Whether that was all; the first time counts.
   */
  reach(size: number, isWhole = false): void {
    const isMore = size > this.#loaded;
    if (this.#isDone || this.hasFailed || !(isWhole || isMore)) return;
    if (isMore) this.#loaded = size;
    this.#isDone = isWhole;
    if (isWhole || this.#clock.ticks() - this.#toldAt >= PACE) this.#tell();
  }

  /** The same stream, measured as it is read. `whole` runs when it was read to its end. Default: that was all. */
  through(stream: Bytes, whole: () => void = () => this.reach(0, true)): Bytes {
    let read = 0;
    this.isOpen = true;
    return tapped(
      stream,
      (size) => this.reach((read += size)),
      (isWhole) => isWhole && whole(),
    );
  }

  #tell(): void {
    this.#toldAt = this.#clock.ticks();
    const loaded = this.#loaded;
    const total = loaded <= this.#total ? this.#total : null;
    void ignoringErrors(() => this.#report({ loaded, total, done: this.#isDone }));
  }
}

/** How long a body says that it is, in bytes; NaN where it doesn't say, or says it of the compressed one. */
export const declaredLength = (headers: Headers): number =>
  headers.has('content-encoding') ? NaN : parseInt(headers.get('content-length') ?? '');
