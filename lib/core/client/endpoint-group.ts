import type { ClientCopy } from './copy-scope.js';
import { endpointFunction } from './endpoint-function.js';
import { EndpointDefinition } from './endpoint-definition.js';

const noop = (): undefined => undefined;

/** The endpoints of a client, or of one of its groups, each by the name that it has there. */
export class EndpointGroup {
  /** An object with every name: spreading it makes another of its shape at once. */
  readonly #shape: object;
  readonly #endpoints: readonly (readonly [string, EndpointDefinition])[];
  readonly #groups: readonly (readonly [string, EndpointGroup])[];

  constructor(entries: readonly (readonly [string, EndpointDefinition | EndpointGroup])[]) {
    this.#shape = Object.fromEntries(entries.map(([name]) => [name, noop]));
    this.#endpoints = entries.filter((entry) => entry[1] instanceof EndpointDefinition) as never;
    this.#groups = entries.filter((entry) => entry[1] instanceof EndpointGroup) as never;
  }

  /**
   * An object with a function for each endpoint, and such an object for each group.
   *
   * @param prototype Set before the functions are, which is faster than after.
   */
  functions(copy: ClientCopy, prototype: object = Object.prototype): Record<string, unknown> {
    const functions = Object.setPrototypeOf({ ...this.#shape }, prototype) as Record<string, unknown>;
    // By assignment, which is much faster than a definition, and safe: every name is an own property already.
    for (const [name, definition] of this.#endpoints) functions[name] = endpointFunction(definition, copy);
    for (const [name, group] of this.#groups) functions[name] = group.functions(copy);
    return functions;
  }
}
