import { Client } from '../client/api-client.js';
import { checked } from '../client/checked.js';
import type { CopyOptions } from '../client/copyable.js';
import type { EndpointParts } from '../client/endpoint-parts.js';
import { type EndpointMaker, endpointMaker } from '../client/endpoint-maker.js';
import type { EndpointFunction } from '../client/endpoint-function.js';
import { describeType } from '../platform/describe-type.js';
import type { HeadersOption } from '../settings/headers.js';
import type { FlatConfig, GraphQLConfig, Operations, SplitConfig } from './graphql-config.js';
import { GraphQLProtocol } from './graphql-protocol.js';
import { Operation } from './operation.js';
import type { OperationConfig } from './operation-config.js';
import { SplitClient } from './split-client.js';

/** One function per operation. */
export type OperationFunctions<TOperations> = {
  -readonly [K in keyof TOperations]: TOperations[K] extends {
    readonly '~types': { readonly params: infer TVariables; readonly response: infer TData };
  }
    ? EndpointFunction<TVariables, TData>
    : never;
};

/** A client whose functions stand on the client itself. */
export type FlatClient<TOperations> = OperationFunctions<TOperations> &
  ('withHeaders' extends keyof TOperations
    ? unknown
    : {
        /** A copy that sends these headers too and shares everything else with the client. */
        withHeaders(headers: HeadersOption, options?: CopyOptions): FlatClient<TOperations>;
      });

/** A client with a side for queries and one for mutations. */
export interface SidedClient<TQueries, TMutations> {
  /** One function per query. */
  query: FlatClient<TQueries>;
  /** One function per mutation. */
  mutation: FlatClient<TMutations>;
  /** A copy that sends these headers too and shares everything else with the client. */
  withHeaders(headers: HeadersOption, options?: CopyOptions): SidedClient<TQueries, TMutations>;
}

/** Undefined where there is none: a document may come from plain JavaScript, and be anything. */
const readText = (operation: unknown): unknown => {
  if (typeof operation === 'string') return operation;
  try {
    const document = operation as { loc?: { source?: { body?: unknown } }; toString(): unknown };
    return document.loc?.source?.body ?? document.toString();
  } catch {
    return undefined;
  }
};

const textOf = (name: string, { operation }: OperationConfig<never>): string => {
  const text = readText(operation);
  if (typeof text === 'string' && text.includes('{')) return text;
  throw new TypeError(
    `The operation "${name}" carries no text: pass the document's text, or a document with \`loc.source.body\`.`,
  );
};

const compile = (
  make: EndpointMaker,
  endpoint: string,
  side: string,
  operations: Operations,
): readonly EndpointParts[] =>
  Object.entries(operations).map(([name, entry]) => {
    const owner = `The operation "${name}"`;
    if (name === 'then')
      throw new TypeError(`${owner} would be called by an await of the client: choose another name.`);
    if (!(entry instanceof Operation))
      throw new TypeError(`${owner} is ${describeType(entry)}: make it with new Operation.`);
    const config = checked(owner, entry.config, {});
    return make(name, new GraphQLProtocol(endpoint, side, textOf(name, config), config.schema), config);
  });

/**
 * Makes a client for a GraphQL service: flat, `client.name(variables)`, from `operations`; or with sides,
 * `client.query.name` and `client.mutation.name`, from `queries` and `mutations`. Everything but the message is as on
 * a REST client.
 *
 * @throws TypeError for a configuration mistake, with a sentence that says how to mend it. A call never throws.
 */
export function createGraphQL<const TOperations extends Operations>(
  config: FlatConfig<TOperations>,
): FlatClient<TOperations>;
export function createGraphQL<
  const TQueries extends Operations = {},
  const TMutations extends Operations = {},
>(config: SplitConfig<TQueries, TMutations>): SidedClient<TQueries, TMutations>;
export function createGraphQL(given: GraphQLConfig): object {
  const { endpoint, operations, queries, mutations, ...options } = checked('createGraphQL', given, {
    endpoint: 'string',
  });
  const sides: object | undefined = queries ?? mutations;
  if (operations && sides) {
    throw new TypeError('createGraphQL takes either `operations`, or `queries` and `mutations`: not both.');
  }
  const make = endpointMaker(options);
  const side = (name: string, entries: Operations = {}): Client =>
    new Client(compile(make, endpoint, name, entries));
  if (!operations) return new SplitClient(side('query', queries), side('mutation', mutations));
  return side('', operations);
}
