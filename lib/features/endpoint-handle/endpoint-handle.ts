// Checks of endpoints and params for adapters, before they create a key.

import {
  type EndpointHandle,
  ENDPOINT_HANDLE,
  describeType,
  isObject,
  isPlain,
  type Plugin,
  tagOf,
  urlUnder,
} from '../../core/internal.js';

/**
 * Returns the handle of an endpoint function. Throws a TypeError for any other function, such as a spy or a wrapper.
 *
 * @param owner Names the adapter in the message.
 */
export function endpointOf(owner: string, endpoint: unknown): EndpointHandle {
  const caller = (endpoint as { readonly [ENDPOINT_HANDLE]?: EndpointHandle } | null | undefined)?.[
    ENDPOINT_HANDLE
  ];
  if (caller) return caller;
  throw new TypeError(
    `${owner} needs an endpoint function, such as api.getUser, but got ${describeType(endpoint)}.`,
  );
}

/**
 * Returns the `scope` results of an endpoint's plugins as a string: equal for calls of one user.
 *
 * @param series Passed to `scope`: the `ctx.series` of the calls.
 */
export const pluginScopes = ({ settings }: EndpointHandle, series: object): string =>
  JSON.stringify(
    settings.middleware.map((entry) => {
      try {
        return (entry as Partial<Plugin>).scope?.(series);
      } catch {
        return undefined;
      }
    }),
  );

/** Returns whether JSON represents a value completely, apart from its members. */
const isJsonValue = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  if (isObject(value)) {
    if (tagOf(value) === 'Date') return !Number.isNaN((value as Date).getTime());
    return Array.isArray(value) || isPlain(value);
  }
  return value == null || typeof value === 'string' || typeof value === 'boolean';
};

/**
 * Serializes params: two calls have the same string exactly if their params are equal, except for member order. Throws
 * a TypeError for a value that JSON can't represent completely: a form, a Map, a BigInt, an instance.
 *
 * @param owner Names the adapter in the message.
 */
export function paramsText(owner: string, params: unknown): string {
  const refuse = (what: string): never => {
    throw new TypeError(
      `${owner} can't create a key from params with ${what}: pass a { key } that identifies them.`,
    );
  };
  const textOf = function (this: Readonly<Record<string, unknown>>, name: string, shown: unknown): unknown {
    // TanStack Query would omit it from its hash.
    if (name === '__proto__') return refuse('a "__proto__" member');
    // The value before its toJSON().
    const value = this[name];
    return isJsonValue(value) ? shown : refuse(describeType(value));
  };
  try {
    return JSON.stringify(params ?? {}, textOf);
  } catch (thrown) {
    // Engines use different words: circular, cyclic, cyclical.
    if (thrown instanceof RangeError || /circular|cyclic/.test(String(thrown))) return refuse('a cycle');
    throw thrown;
  }
}

/** Returns the base URL with the path template; the template alone if a function returns the base URL. */
export const urlTemplateOf = ({ definition, settings: { baseUrl } }: EndpointHandle): string =>
  urlUnder(typeof baseUrl === 'function' ? undefined : baseUrl, definition.protocol.definition.template);
