import { describeType } from '../platform/describe-type.js';
import { ownDefined } from '../platform/own-properties.js';
import type { JsonOptions } from '../wire/json-format.js';

/** The own options of a config; throws unless those that `required` names are there, with the type it gives. */
export function checked<T extends object>(
  owner: string,
  given: T,
  required: Readonly<Record<string, string>>,
): T {
  const config = ownDefined(given) as T & Record<string, unknown>;
  for (const [name, type] of Object.entries(required)) {
    if (typeof config[name] !== type)
      throw new TypeError(`${owner} needs "${name}" of type ${type}: it is ${describeType(config[name])}.`);
  }
  return config;
}

/** Throws for functions for JSON that are none. */
export function checkJson(owner: string, config: JsonOptions): void {
  for (const name of ['parseJson', 'stringifyJson'] as const)
    if (config[name] != null) checked(owner, config, { [name]: 'function' });
}

/** Throws for a schema beside a reader, which nobody would ask. */
export function refuseSchema(owner: string, schema: unknown): void {
  if (schema)
    throw new TypeError(
      `${owner} has a schema, and a reader as its responseType: let the reader validate, and take the schema out.`,
    );
}
