import { BINARY, type BodyStrategy, type EncodedBody } from './body-strategy.js';

/** Typed arrays, `DataView` and Node's `Buffer`. */
export class ViewBody implements BodyStrategy {
  accepts(value: unknown): boolean {
    return ArrayBuffer.isView(value);
  }

  encode(value: unknown): EncodedBody {
    return { body: value as RequestInit['body'], contentType: BINARY };
  }
}
