import { isPlatform } from '../platform/is-platform.js';
import type { BodyStrategy, EncodedBody } from './body-strategy.js';
import { jsonText } from './json-text.js';
import { Refusal } from './refusal.js';

/** A kind of body that fetch takes as it is. */
const whole = (
  accepts: (value: unknown) => boolean,
  contentType: string | null = 'application/octet-stream',
): BodyStrategy => ({
  accepts,
  encode: (value) => ({ body: value as RequestInit['body'], contentType }),
});

/** Bodies that are never a set of named fields. No value is accepted by two of them. */
const WHOLE: readonly BodyStrategy[] = [
  whole((value) => typeof value === 'string', 'text/plain'),
  // The runtime adds the type, which names the boundary.
  whole(isPlatform('FormData'), null),
  whole(isPlatform('URLSearchParams'), 'application/x-www-form-urlencoded'),
  whole(isPlatform('Blob')),
  whole(isPlatform('ArrayBuffer')),
  whole((value) => ArrayBuffer.isView(value)),
  whole(isPlatform('ReadableStream')),
];

/** Everything else: objects, arrays and instances with `toJSON`. */
const JSON_BODY: BodyStrategy = {
  accepts: () => true,
  encode: (value) => {
    const body = jsonText('params', value);
    if (body === undefined) throw Refusal.of('params', value, 'something whose toJSON() gives a value');
    return { body, contentType: 'application/json', isJson: true };
  },
};

const strategyFor = (value: unknown, ...lists: (readonly BodyStrategy[])[]): BodyStrategy | undefined =>
  lists.flat().find((strategy) => strategy.accepts(value));

/** Makes the body with the first strategy that accepts the value: the user's own, then the built-in ones. */
export class BodyEncoder {
  readonly #own: readonly BodyStrategy[];

  /** @param own The user's strategies. */
  constructor(own: readonly BodyStrategy[]) {
    this.#own = own;
  }

  /** Whether the value is a body by itself and no set of named fields; the user's strategies are asked if `own`. */
  isWhole(value: unknown, own: boolean): boolean {
    return !!strategyFor(value, own ? this.#own : [], WHOLE);
  }

  /** @param isWhole False for what is known to be a set of named fields. */
  encode(value: unknown, isWhole: boolean): EncodedBody {
    const encoded = (strategyFor(value, this.#own, isWhole ? WHOLE : []) ?? JSON_BODY).encode(value);
    const { contentType = null } = encoded as Partial<EncodedBody>;
    if (contentType !== null && !/^[\t -~\x80-\xFF]+$/.test(contentType))
      throw new Refusal(
        'The contentType of a body strategy is no header value: pass text without line ends, or null.',
      );
    return { ...encoded, contentType };
  }
}
