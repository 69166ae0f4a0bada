import {
  checked,
  checkJson,
  Client,
  ClientCore,
  type CopyOptions,
  describeType,
  EndpointDefinition,
  type EndpointFunction,
  EndpointGroup,
  type HeadersOption,
  isReader,
  JsonFormat,
  refuseSchema,
} from '../../core/seats.js';
import { documentText } from './document-text.js';
import type { FlatConfig, GraphQLConfig, Operations, SplitConfig } from './graphql-config.js';
import { GraphQLProtocol } from './graphql-protocol.js';
import { Operation } from './operation.js';
import type { OperationConfig } from './operation-config.js';
import { SplitClient } from './split-client.js';

/** Some tools write `{}` for no variables, which any object would be assignable to. */
type Variables<T> = [keyof T] extends [never] ? (unknown extends T ? T : Record<string, never>) : T;

/** One function per operation. */
export type OperationFunctions<TOperations> = {
  -readonly [K in keyof TOperations]: TOperations[K] extends {
    readonly '~types': {
      readonly params: infer TVariables;
      readonly response: infer TData;
      readonly errors: infer TErrors;
    };
  }
    ? EndpointFunction<Variables<TVariables>, TData, TErrors>
    : never;
};

/** A client whose functions stand on the client itself. */
export type FlatClient<TOperations> = OperationFunctions<TOperations> &
  ('withHeaders' extends keyof TOperations
    ? unknown
    : {
        /** A copy that sends these headers too and shares everything else with the client. */
        withHeaders(headers: HeadersOption, options?: Omit<CopyOptions, 'headers'>): FlatClient<TOperations>;
      }) &
  ('with' extends keyof TOperations
    ? unknown
    : {
        /** A copy all of whose calls have these options too; it shares everything else with the client. */
        with(options: CopyOptions): FlatClient<TOperations>;
      });

/** A client with a side for queries and one for mutations: each is there where it was given any operation. */
export type SidedClient<TQueries, TMutations> = ([keyof TQueries] extends [never]
  ? unknown
  : {
      /** One function per query. */
      query: FlatClient<TQueries>;
    }) &
  ([keyof TMutations] extends [never]
    ? unknown
    : {
        /** One function per mutation. */
        mutation: FlatClient<TMutations>;
      }) & {
    /** A copy that sends these headers too and shares everything else with the client. */
    withHeaders(
      headers: HeadersOption,
      options?: Omit<CopyOptions, 'headers'>,
    ): SidedClient<TQueries, TMutations>;
    /** A copy all of whose calls have these options too; it shares everything else with the client. */
    with(options: CopyOptions): SidedClient<TQueries, TMutations>;
  };

const checkReader = (owner: string, { responseType, schema }: OperationConfig<never>): void => {
  if (responseType === undefined) return;
  if (!isReader(responseType))
    throw new TypeError(
      `${owner} has the responseType of ${describeType(responseType)}: pass a reader, such as graphqlEvents().`,
    );
  refuseSchema(owner, schema);
};

const readEntry = (name: string, entry: unknown): OperationConfig<never> => {
  const owner = `The operation "${name}"`;
  if (name === 'then')
    throw new TypeError(`${owner} would be called by an await of the client: choose another name.`);
  if (!(entry instanceof Operation))
    throw new TypeError(`${owner} is ${describeType(entry)}: make it with new Operation.`);
  const config = checked(owner, entry.config, {});
  checkJson(owner, config);
  checkReader(owner, config);
  return config;
};

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
  const config = checked('createGraphQL', given, { endpoint: 'string' });
  if (config.print != null) checked('createGraphQL', config, { print: 'function' });
  const { endpoint, operations, queries, mutations, print, ...options } = config;
  const hasSides = Boolean(queries ?? mutations);
  if (operations && hasSides)
    throw new TypeError('createGraphQL takes either `operations`, or `queries` and `mutations`: not both.');
  const core = new ClientCore(options);
  const clientOf = (side: string, entries: Operations | null | undefined): Client =>
    new Client(
      core,
      new EndpointGroup(
        Object.entries(entries ?? {}).map(([name, entry]) => {
          const config = readEntry(name, entry);
          const document = documentText(`The operation "${name}"`, config.operation, print);
          const json = new JsonFormat(config, core.json);
          const protocol = new GraphQLProtocol(endpoint, side, document, config, json);
          return [name, new EndpointDefinition(name, core, protocol, config)] as const;
        }),
      ),
    );
  return operations
    ? clientOf('', operations)
    : new SplitClient(clientOf('query', queries), clientOf('mutation', mutations));
}
