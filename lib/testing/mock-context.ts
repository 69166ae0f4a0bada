import {
  nullProto,
  describeType,
  type MiddlewareContext,
  type MiddlewareRequest,
  OutgoingRequest,
  ownDefined,
} from '../core/internal.js';
import { pathOf } from './route.js';

/** What `mockContext` takes. All of it may be left out. */
export interface MockContextInit {
  /** In upper case. Default `'GET'`. Taken as it is. */
  readonly method?: string | undefined;
  /**
   * The full URL, with the query. Default `'https://api.example.com/'`. A text: taken as it is. Else `mockContext`
   * throws.
   */
  readonly url?: string | undefined;
  /** The endpoint's path template. Default: the path of `url`. Taken as it is. */
  readonly path?: string | undefined;
  /** As fetch takes them. Default none. One that can't be sent: `mockContext` throws. */
  readonly headers?: RequestInit['headers'] | undefined;
  /** The encoded body. Default null. Taken as it is. */
  readonly body?: RequestInit['body'];
  /** The params as a caller would have passed them. Default undefined. Taken as they are. */
  readonly params?: unknown;
  /** The call's own signal. Default undefined. Taken as it is, aborted or not. */
  readonly signal?: AbortSignal | undefined;
  /** The merged fetch options. Default `{}`. What is no object is ignored. */
  readonly fetchOptions?: MiddlewareRequest['fetchOptions'] | undefined;
  /** The endpoint's key in `requests`. Default `'mock'`. Taken as it is. */
  readonly requestName?: string | undefined;
  /** What the application lets its calls carry. Default `{}`. Taken as it is. */
  readonly context?: MiddlewareContext['context'] | undefined;
  /** What `remaining()` gives, in milliseconds. Default Infinity. Taken as it is. */
  readonly remaining?: number | undefined;
}

const requestOf = (init: MockContextInit): MiddlewareRequest => {
  const { method = 'GET', url = 'https://api.example.com/', path = pathOf(url) || '/' } = init;
  const request = new OutgoingRequest(
    {
      method,
      path,
      urlTemplate: url,
      operation: '',
      label: undefined,
      responseType: 'json',
      schema: undefined,
      json: {},
      streams: false,
    },
    url,
    init.params,
    undefined,
    { guard: undefined, note: () => {} },
  );
  const { body = null, headers, fetchOptions = {}, signal } = init;
  request.prepare({
    body,
    isJson: false,
    headers: nullProto(Object.fromEntries(new Headers(headers))),
    fetchOptions,
  });
  if (signal) request.signal = signal;
  return request;
};

/**
 * What a middleware or a plugin is called with, for its tests: `await middleware(mockContext(), next)`, where `next`
 * is a function of the test's own. The request is what a call has; nothing is sent, and `onEnd` runs no task.
 *
 * @param given What the test is about; the rest has defaults.
 * @throws TypeError for what is no object, and for a header that can't be sent.
 */
export function mockContext(given: MockContextInit = {}): MiddlewareContext {
  if (typeof given !== 'object' || (given as unknown) === null)
    throw new TypeError(`mockContext got ${describeType(given)}: pass an object, or nothing.`);
  const init = ownDefined(given) as MockContextInit;
  const made = new Map<object | symbol, unknown>();
  return {
    request: requestOf(init),
    requestName: init.requestName ?? 'mock',
    context: Object.freeze({ ...init.context }),
    once<T>(key: object | symbol, make: () => T): T {
      if (!made.has(key)) made.set(key, make());
      return made.get(key) as T;
    },
    series: undefined,
    remaining: () => init.remaining ?? Infinity,
    onEnd: () => {},
  };
}
