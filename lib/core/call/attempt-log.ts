import type { Interruption } from '../platform/time.js';
import type { ApiError } from '../result/api-error.js';
import type { ErrorResult } from '../result/result.js';

/** The requests of one attempt. */
export class AttemptRecord {
  /** Number of fetch calls. A plugin with `wrapFetch` can send the request more than once. */
  sent = 0;
  /** The attempt of another call whose request this attempt waits for. */
  followed: AttemptRecord | undefined = undefined;

  /** Whether the attempt called fetch, or waits for a request that was passed to fetch. */
  get wasSent(): boolean {
    return this.sent > 0 || !!this.followed?.wasSent;
  }
}

/** Counts the requests of a call, and keeps the failure that counts. No other object does. */
export class AttemptLog {
  /** The newest attempt; undefined before the first. */
  newest: AttemptRecord | undefined = undefined;
  /** The Result of the newest attempt, if it was sent and failed. A success clears it. */
  lastFailure: ErrorResult<unknown> | undefined = undefined;
  /**
   * Why the newest interrupted attempt, or the request that it shared, ended. A middleware might throw this reason
   * again.
   */
  lastEnding: Interruption | undefined = undefined;
  /** The newest failure of a shared request, which is reported once for all its callers. */
  sharedFailure: { readonly error: ApiError; readonly shared: { reported: boolean } } | undefined = undefined;
  /** Number of fetch calls, and of shared requests that earlier attempts waited for. An earlier run's are added. */
  sent = 0;

  /** Number of requests that were passed to fetch, including shared ones. */
  get attempts(): number {
    return this.sent + Number(!!this.newest?.followed?.wasSent);
  }

  /** Starts an attempt. */
  begin(): AttemptRecord {
    this.sent = this.attempts;
    return (this.newest = new AttemptRecord());
  }

  /** Counts a fetch call of an attempt, also of an earlier one; `-1` takes it back. */
  count(record: AttemptRecord, calls: 1 | -1): void {
    record.sent += calls;
    this.sent += calls;
  }

  /** Returns whether a failure must be reported. The failure of a shared request is reported for the first caller only. */
  isFirstReport(error: ApiError): boolean {
    const { sharedFailure } = this;
    if (sharedFailure?.error !== error) return true;
    const { shared } = sharedFailure;
    const isFirst = !shared.reported;
    shared.reported = true;
    return isFirst;
  }

  /** Records the failure of an attempt. It counts only if the attempt was sent. */
  failed(record: AttemptRecord, result: ErrorResult<unknown>): ErrorResult<unknown> {
    // Keep a copy: a middleware can change the Result that it gets.
    if (record.wasSent) this.lastFailure = { ...result };
    return result;
  }
}
