/** What a body strategy makes of a value. */
export interface EncodedBody {
  /** As handed to fetch. */
  readonly body: RequestInit['body'];
  /** Set unless the caller set one at any level; null for none. */
  readonly contentType: string | null;
  /**
   * Whether the body is JSON text whose members may stand in any order: caches take two such bodies for one when only
   * the order differs. Default false.
   */
  readonly isJson?: boolean | undefined;
}

/**
 * One kind of request body. The first strategy of the list that accepts a value encodes it; those of
 * `createApi({ bodyStrategies })` are asked before the built-in ones.
 */
export interface BodyStrategy {
  /** Whether this strategy encodes the value: the params, without those that the path took. */
  accepts(value: unknown): boolean;
  /** Makes the body. What it throws becomes a `'network'` error, and so does what is no body; nothing is sent. */
  encode(value: unknown): EncodedBody;
}
