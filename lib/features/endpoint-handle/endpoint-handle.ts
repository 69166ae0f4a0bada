// What adapters ask of an endpoint and of params before they make a key of them.

import {
  type EndpointHandle,
  ENDPOINT_HANDLE,
  describeType,
  isObject,
  isPlain,
  type Plugin,
  tagOf,
} from '../../core/internal.js';

/**
 * The endpoint behind a function of a client. Throws a TypeError for what is none, such as a spy or a wrapper, which
 * nothing is known of.
 *
 * @param owner Who asks, for the message.
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
 * What the plugins of an endpoint return from `scope`, as text: equal for calls of one user.
 *
 * @param series Passed to `scope`: the object that is `ctx.series` of the calls.
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

/** Whether JSON says all that there is to a value, apart from what is in it. */
const isJsonValue = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  if (isObject(value)) {
    if (tagOf(value) === 'Date') return !Number.isNaN((value as Date).getTime());
    return Array.isArray(value) || isPlain(value);
  }
  return value == null || typeof value === 'string' || typeof value === 'boolean';
};

/**
 * Params as JSON, which two calls share exactly when they ask the same, but for the order of members. Throws a TypeError
 * for what JSON has no text for, or one that says less than there is: a form, a Map, a BigInt, an instance.
 *
 * @param owner Who asks, for the message.
 */
export function paramsText(owner: string, params: unknown): string {
  const refuse = (what: string): never => {
    throw new TypeError(
      `${owner} can't create a key from params with ${what}: pass a { key } that identifies them.`,
    );
  };
  const textOf = function (this: Readonly<Record<string, unknown>>, name: string, shown: unknown): unknown {
    // TanStack Query would leave it out of its hash.
    if (name === '__proto__') return refuse('a "__proto__" member');
    // As it is, before its toJSON().
    const value = this[name];
    return isJsonValue(value) ? shown : refuse(describeType(value));
  };
  try {
    return JSON.stringify(params ?? {}, textOf);
  } catch (thrown) {
    // Each engine says so in words of its own: circular, cyclic, cyclical.
    if (thrown instanceof RangeError || /circular|cyclic/.test(String(thrown))) return refuse('a cycle');
    throw thrown;
  }
}
