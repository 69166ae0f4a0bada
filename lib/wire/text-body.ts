import type { BodyStrategy, EncodedBody } from './body-strategy.js';

/** A string, sent as it is. */
export class TextBody implements BodyStrategy {
  accepts(value: unknown): boolean {
    return typeof value === 'string';
  }

  encode(value: unknown): EncodedBody {
    return { body: value as string, contentType: 'text/plain' };
  }
}
