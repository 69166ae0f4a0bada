/**
 * Something that happened to a call beside its requests, as observers are told of it: a wait, an answer from a cache,
 * or whatever else a plugin has to tell.
 */
export type Note =
  | {
      readonly type: 'wait';
      /** Milliseconds. */
      readonly ms: number;
      /** What is waited for: `'retry'`, `'queue'`. */
      readonly why: string;
      /** What made it necessary, in words that a log may have. */
      readonly reason?: string | undefined;
    }
  | {
      readonly type: 'cache';
      /** Whether the cache had the answer. */
      readonly hit: boolean;
      readonly [fact: string]: unknown;
    }
  | {
      /** A plugin's own; anything but the types above. */
      readonly type: string & {};
      readonly [fact: string]: unknown;
    };
