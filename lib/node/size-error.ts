import { bodyError } from '../core/platform/body-error.js';

/** Says the cap, and how to raise it. */
export function sizeError(limit: number): TypeError {
  return bodyError(
    `The response body is larger than ${limit} bytes. A larger one can be had with nodeFetch({ maxResponseSize }).`,
  );
}
