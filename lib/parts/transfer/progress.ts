import { type Clock, quietly, Refusal, systemClock } from '../../core/seats.js';
import { tapped } from '../../fetches.js';

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
    /**
     * For `withProgress` and `xhrFetch`: told how much of the body was sent, at most every 50 milliseconds. What it
     * throws is ignored. What is no function is refused.
     */
    onUploadProgress?: ((progress: Progress) => unknown) | undefined;
    /**
     * For `withProgress`: told how much of the response was read, at most every 50 milliseconds. What it throws is
     * ignored. What is no function is refused.
     */
    onDownloadProgress?: ((progress: Progress) => unknown) | undefined;
  }
}

/** Between two reports, in milliseconds. */
const PACE = 50;

/** Who is told of a progress. */
export type Report = (progress: Progress) => unknown;

/** Throws a Refusal for what can't be told. */
export function checkReport(name: string, report: unknown): void {
  if (report != null && typeof report !== 'function') throw Refusal.of(name, report, 'a function');
}

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** The progress of one transfer, told as it goes on. */
export interface Meter {
  /** Whether somebody has begun to read what is measured. */
  isOpen: boolean;
  /** Whether the transfer has failed: nothing more is told of it. */
  hasFailed: boolean;
  /**
   * So many bytes by now, NaN where nobody knows. Fewer than there were are those of a body that is sent once more, and
   * no news.
   *
   * @param isWhole Whether that was all; the first time counts.
   */
  reach(size: number, isWhole?: boolean): void;
  /**
   * The same stream, measured as it is read.
   *
   * @param whole It was read to its end. Default: that was all.
   */
  through(stream: Bytes, whole?: () => void): Bytes;
}

/**
 * Tells that a transfer begins.
 *
 * @param total In bytes; NaN where it isn't known.
 */
export function meterOf(report: Report, total: number, clock: Clock = systemClock): Meter {
  let loaded = 0;
  let done = false;
  let told: number;
  const tell = (): void => {
    told = clock.ticks();
    void quietly(() => report({ loaded, total: loaded <= total ? total : null, done }));
  };
  const meter: Meter = {
    isOpen: false,
    hasFailed: false,
    reach(size, isWhole = false) {
      if (done || meter.hasFailed || !(isWhole || size > loaded)) return;
      if (size > loaded) loaded = size;
      done = isWhole;
      if (isWhole || clock.ticks() - told >= PACE) tell();
    },
    through(stream, whole = () => meter.reach(0, true)) {
      let read = 0;
      meter.isOpen = true;
      return tapped(
        stream,
        (size) => meter.reach((read += size)),
        (isWhole) => isWhole && whole(),
      );
    },
  };
  tell();
  return meter;
}

/** How long a body says that it is, in bytes; NaN where it doesn't say, or says it of the compressed one. */
export const declaredLength = (headers: Headers): number =>
  headers.has('content-encoding') ? NaN : parseInt(headers.get('content-length') ?? '');
