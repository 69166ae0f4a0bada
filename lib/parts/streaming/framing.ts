/** Cuts the bytes of one connection into the raw items of a format. */
export interface Framing<TRaw> {
  /**
   * Takes the next bytes, and tells of each raw item that is complete with them.
   *
   * @throws TooLarge when an item has become larger than it may; those before it were told.
   */
  push(bytes: Uint8Array, tell: (raw: TRaw) => void): void;
  /** There is nothing more: tells of what is left, where that is an item. */
  end(tell: (raw: TRaw) => void): void;
}

/** An item, or all of a body, is larger than it may be. The message says which: it becomes that of the stream's error. */
export class TooLarge extends RangeError {
  readonly #brand = true;

  /** Safe on anything that can be thrown: `instanceof` would ask a revoked proxy for its prototype, which throws. */
  static is(value: unknown): value is TooLarge {
    try {
      return #brand in (Object(value) as object);
    } catch {
      // React Native's Babel preset makes private fields properties, and a revoked proxy can't be asked for one.
      return false;
    }
  }

  override get name(): 'RangeError' {
    return 'RangeError';
  }
}
