import { isObject } from './is-object.js';
import { isPlatform } from './is-platform.js';

/** Whether a fetch takes the value as a stream. */
export const isWebStream = /* @__PURE__ */ isPlatform('ReadableStream') as (
  value: unknown,
) => value is ReadableStream<unknown>;

/** Whether the value gives its parts one after the other, with waiting: a stream of Node, an async generator. */
export const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  isObject(value) && typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function';

/** Whether the value can be read only once, as it comes. */
export const isStream = (value: unknown): value is AsyncIterable<unknown> | ReadableStream<unknown> =>
  isObject(value) && (isAsyncIterable(value) || isWebStream(value));
