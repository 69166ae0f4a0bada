import { type Clock, quietly, Refusal, systemClock } from '../../core/seats.js';
import type { Progress } from './progress.js';
import { tapped } from '../../fetches.js';

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
