/** Says the cap, and how to raise it. */
export function sizeError(limit: number): TypeError {
  return new TypeError(
    `The response body is larger than ${limit} bytes. A larger one can be had with nodeFetch({ maxResponseSize }).`,
  );
}
