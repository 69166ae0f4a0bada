import {
  describeType,
  type MiddlewareContext,
  type MiddlewareRequest,
  OutgoingRequest,
  ownDefined,
} from '../core/internal.js';
import { pathOf } from './route.js';

/** Argument of `mockContext`. All properties are optional. */
export interface MockContextInit {
  /**
   * HTTP method in upper case. Not validated.
   *
   * @default 'GET'
   */
  readonly method?: string | undefined;
  /**
   * Full URL with its query. Not validated, but `mockContext` throws if it is not a string.
   *
   * @default 'https://api.example.com/'
   */
  readonly url?: string | undefined;
  /** Path template of the endpoint. Default: the path of `url`. Not validated. */
  readonly path?: string | undefined;
  /**
   * Headers in any form that fetch accepts. Default: none. `mockContext` throws for a header that can't be
   * sent.
   */
  readonly headers?: RequestInit['headers'] | undefined;
  /**
   * Encoded body. Not validated.
   *
   * @default null
   */
  readonly body?: RequestInit['body'];
  /**
   * Params as the caller would pass them. Not validated.
   *
   * @default undefined
   */
  readonly params?: unknown;
  /**
   * Signal of the call. Can be aborted already.
   *
   * @default undefined
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Merged fetch options. A value that is not an object is ignored.
   *
   * @default {}
   */
  readonly fetchOptions?: MiddlewareRequest['fetchOptions'] | undefined;
  /**
   * Name of the endpoint in `requests`. Not validated.
   *
   * @default 'mock'
   */
  readonly requestName?: string | undefined;
  /**
   * The application's context of the call. Not validated.
   *
   * @default {}
   */
  readonly context?: MiddlewareContext['context'] | undefined;
  /**
   * Return value of `remaining()` in milliseconds. Not validated.
   *
   * @default Infinity
   */
  readonly remaining?: number | undefined;
}

const requestOf = (init: MockContextInit): MiddlewareRequest => {
  const { method = 'GET', url = 'https://api.example.com/', path = pathOf(url) || '/' } = init;
  const request = new OutgoingRequest(
    {
      method,
      path,
      template: url,
      operation: '',
      label: undefined,
      responseType: 'json',
      schema: undefined,
      json: {},
      streams: false,
      accept: undefined,
    },
    url,
    init.params,
    undefined,
    { guard: undefined, note: () => {} },
  );
  const { body = null, headers, fetchOptions = {}, signal } = init;
  const ownHeaders = Object.fromEntries(new Headers(headers));
  request.prepare({ body, contentType: null }, ownHeaders, fetchOptions);
  if (signal) request.signal = signal;
  return request;
};

/**
 * Creates the context for testing a middleware or a plugin: `await middleware(mockContext(), next)`, where
 * `next` is a function of the test. It has the request of a real call, but nothing is sent, and tasks passed
 * to `onEnd` don't run.
 *
 * @param given Properties that matter to the test. The others have defaults.
 * @throws TypeError if the argument is not an object, and for a header that can't be sent.
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
