/** Options of `LogPlugin`, `logMiddleware` and a client's `log`. */
export interface LogOptions {
  /** Whether anything is written. Default true. */
  enabled?: boolean | undefined;
  /** Prints the data of a success too. Default false. */
  data?: boolean | undefined;
  /** Names of query params whose values are printed as `…`. Default: none, the URL is printed whole. */
  redact?: readonly string[] | undefined;
}
