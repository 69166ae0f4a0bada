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
