import type { ApiError } from '../result/api-error.js';
import type { CarriedContext } from './carried-context.js';

/** Of the call that failed, for `onError`. */
export interface FailedCall {
  /** The endpoint's name on the client. */
  readonly endpoint: string;
  /** What the application let the call carry; frozen. */
  readonly context: CarriedContext;
}

/** Hears of failures. */
export type OnError = (error: ApiError, call: FailedCall) => unknown;
