import type { BodyStrategy, EncodedBody } from './body-strategy.js';
import { describeType } from '../platform/describe-type.js';
import { Refusal } from './refusal.js';

/** Everything else: objects, arrays and instances with `toJSON`, as JSON. Asked last. */
export class JsonBody implements BodyStrategy {
  accepts(value: unknown): boolean {
    return typeof value === 'object' && value !== null;
  }

  encode(value: unknown): EncodedBody {
    const body = JSON.stringify(value) as string | undefined;
    if (body === undefined)
      throw new Refusal(
        `${describeType(value)} has no JSON text: its toJSON() gives nothing that can be sent.`,
      );
    return { body, contentType: 'application/json' };
  }
}
