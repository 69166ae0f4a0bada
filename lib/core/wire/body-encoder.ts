import { hasMethods } from '../platform/has-methods.js';
import { isArrayBuffer, isFormData, isSearchParams } from '../platform/is-platform.js';
import { isObject } from '../platform/is-object.js';
import { isStream } from '../platform/is-stream.js';
import type { BodyStrategy, EncodedBody } from './body-strategy.js';
import { refuseNoJson } from './foreign-body.js';
import type { JsonFormat } from './json-format.js';
import { isBlob, knownBlob, knownForm, ownBytes } from './known-body.js';
import { ownValue } from '../platform/own-properties.js';
import { Refusal } from '../result/refusal.js';
import { streamOf } from './stream-body.js';

/** A header's value as `Headers` takes it: no line ends, and no character above U+00FF. */
const HEADER_VALUE = /^[\t -~\x80-\xFF]+$/;

const BINARY = 'application/octet-stream';

/** A kind of body that fetch takes as it is, or as `known` has it. */
const asItIs = (
  accepts: (value: unknown) => boolean,
  contentType: string | null = BINARY,
  known = (value: unknown): unknown => value,
): BodyStrategy => ({
  accepts,
  encode: (value) => ({ body: known(value) as RequestInit['body'], contentType, isJson: false }),
});

/** Bodies that are never a set of named fields. No value is accepted by two of them. */
const WHOLE: readonly BodyStrategy[] = [
  asItIs((value) => typeof value === 'string', 'text/plain'),
  // The runtime adds the type, which names the boundary.
  asItIs((value) => isFormData(value) && !hasMethods(value, 'pipe'), null, knownForm),
  asItIs(isSearchParams, 'application/x-www-form-urlencoded'),
  asItIs(isBlob, BINARY, knownBlob),
  asItIs(isArrayBuffer, BINARY, ownBytes),
  asItIs((value) => ArrayBuffer.isView(value), BINARY, ownBytes),
  asItIs(isStream, BINARY, (value) => streamOf(value as AsyncIterable<unknown>)),
];

/** Everything else: objects, arrays and instances with `toJSON`. */
const jsonBody = (json: JsonFormat): BodyStrategy => ({
  accepts: () => true,
  encode: (value) => {
    refuseNoJson(value);
    const body = json.stringify('params', value);
    if (body === undefined) throw Refusal.of('params', value, 'something whose toJSON() gives a value');
    return { body, contentType: 'application/json', isJson: true };
  },
});

/** The first strategy that accepts the value. */
const accepting = (strategies: readonly BodyStrategy[], value: unknown): BodyStrategy | undefined =>
  strategies.find((strategy) => strategy.accepts(value));

/** What a strategy of the user's made, as it can be sent. */
const sendable = (encoded: Partial<EncodedBody>): EncodedBody => {
  // Of a promise, or of a body that stands alone, nothing would be sent.
  if (!isObject(encoded) || !Object.hasOwn(encoded, 'body'))
    throw Refusal.of('What encode of a body strategy gave', encoded, 'an object with body and contentType');
  const { body } = encoded;
  const contentType = ownValue(encoded, 'contentType') ?? null;
  const isJson = ownValue(encoded, 'isJson') === true;
  if (contentType !== null && !HEADER_VALUE.test(contentType))
    throw new Refusal(
      'The contentType of a body strategy is no header value: pass text without line ends, or null.',
    );
  return { body: isStream(body) ? streamOf(body) : body, contentType, isJson };
};

/** Makes the body with the first strategy that accepts the value: the user's own, then the built-in ones. */
export class BodyEncoder {
  readonly #own: readonly BodyStrategy[];
  readonly #json: BodyStrategy;

  /** @param own The user's strategies. */
  constructor(own: readonly BodyStrategy[], json: JsonFormat) {
    this.#own = own;
    this.#json = jsonBody(json);
  }

  /**
   * Whether the value is a body by itself, and no set of named fields.
   *
   * @param asksOwn Whether the user's strategies are asked too.
   */
  isWhole(value: unknown, asksOwn: boolean): boolean {
    return accepting(asksOwn ? [...this.#own, ...WHOLE] : WHOLE, value) !== undefined;
  }

  /** @param isWhole False for what is known to be a set of named fields. */
  encode(value: unknown, isWhole: boolean): EncodedBody {
    const own = accepting(this.#own, value);
    if (own) return sendable(own.encode(value));
    return ((isWhole && accepting(WHOLE, value)) || this.#json).encode(value);
  }
}
