import {
  type CallOptions,
  createApi,
  createGraphQL,
  type EndpointFunction,
  Operation,
  Request,
  type StandardSchemaV1,
  withHeaders,
} from '../../lib/index.js';
import { makeMiddleware } from './middlewares.js';
import type { EndpointPlan, LevelPlan, Scenario, SchemaPlan } from './plans.js';
import { makeThrown } from './signals.js';
import type { World } from './world.js';

type Endpoint = EndpointFunction<unknown, unknown>;
type Client = Readonly<Record<string, Endpoint>>;

/** The options of one level, as passed to homing. */
export const optionsOf = (
  { headers, fetchOptions, timeout, middleware }: LevelPlan,
  world: World,
): CallOptions =>
  ({
    headers,
    fetchOptions,
    timeout,
    middleware: middleware.map((plan) => makeMiddleware(plan, world)),
  }) as CallOptions;

const VALIDATE: Record<SchemaPlan['does'], (value: unknown, thrown: unknown) => unknown> = {
  passes: (value) => ({ value }),
  'passes later': async (value) => ({ value }),
  'finds issues': () => ({ issues: [{ message: 'no' }] }),
  throws: (_value, thrown) => {
    throw thrown;
  },
  rejects: (_value, thrown) => Promise.reject(thrown),
  'gives garbage': (_value, thrown) => thrown,
  hangs: () => new Promise(() => {}),
};

const schemaOf = (plan: SchemaPlan | undefined, world: World): StandardSchemaV1 | undefined =>
  plan && {
    '~standard': {
      version: 1,
      vendor: 'fuzz',
      validate: (value) => {
        world.reach(`schema ${plan.does}`);
        return VALIDATE[plan.does](value, makeThrown(plan.thrown)) as { value: unknown };
      },
    },
  };

/** The header in which an endpoint that joins requests sends its name. */
export const ENDPOINT_HEADER = 'x-endpoint';

const configOf = (plan: EndpointPlan, name: string, world: World) => ({
  ...optionsOf(plan, world),
  ...(plan.joins && { headers: { ...plan.headers, [ENDPOINT_HEADER]: name } }),
  schema: schemaOf(plan.schema, world),
  share: plan.joins === 'share',
  dedupe: plan.joins === 'dedupe',
});

/** The headers of each derived client. `dedupe` ignores the second to last. */
export const COPY_HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'x-copy': '1' },
  { 'x-copy': '2', authorization: 'copy' },
  { 'x-copy': 'alone' },
  { 'x-copy': '1' },
];

/** The client and its derived clients, in the order of `CallPlan.copy`. */
export const makeClients = (
  { client, endpoints, protocol }: Scenario,
  world: World,
  more: object,
): readonly Client[] => {
  const config = { ...optionsOf(client, world), ...more };
  const each = <T>(make: (plan: EndpointPlan, name: string) => T): Record<string, T> =>
    Object.fromEntries(endpoints.map((plan, at) => [`e${at}`, make(plan, `e${at}`)]));
  const original =
    protocol === 'rest'
      ? createApi({
          ...config,
          baseUrl: client.baseUrl,
          requests: each(
            (plan, name) =>
              new Request({
                ...configOf(plan, name, world),
                method: plan.method as 'GET',
                path: plan.path,
                bodyAs: plan.bodyAs,
                responseType: plan.responseType as 'json',
              }),
          ),
        })
      : createGraphQL({
          ...config,
          endpoint: client.baseUrl,
          operations: each(
            (plan, name) => new Operation({ operation: `{ ${name} }`, ...configOf(plan, name, world) }),
          ),
        });
  const copies = COPY_HEADERS.slice(1).map((headers) =>
    withHeaders(original, headers, headers['x-copy'] === 'alone' ? { dedupe: false } : {}),
  );
  return [original, ...copies] as unknown as Client[];
};
