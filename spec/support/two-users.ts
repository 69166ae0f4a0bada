import {
  type ApiConfig,
  type CallOptions,
  createApi,
  createGraphQL,
  type Middleware,
  Operation,
  Request,
  type RequestConfig,
  withHeaders,
} from '../../lib/index.js';
import type { Untyped } from './client.js';

export type User = 'a' | 'b';

/** The settings of one user's call. Missing settings are the same for both users. */
export interface Way {
  /** Creates a client for each user. */
  client?: Partial<ApiConfig>;
  /** Creates a client for each user. */
  endpoint?: Partial<RequestConfig>;
  copy?: Record<string, string>;
  /** The headers of the client that both use. */
  middleware?: Middleware;
  params?: unknown;
  options?: CallOptions;
}

/** The function that a user calls, and its arguments. */
export interface Ask {
  call: (params?: Untyped, options?: CallOptions) => Promise<Untyped>;
  params: unknown;
  options: CallOptions | undefined;
}

/** A value that looks the same for all users. Only fetch can identify its user. */
export class Agent {
  readonly kind = 'agent';
  readonly #user: User;

  constructor(user: User) {
    this.#user = user;
  }

  toHeader(): string {
    return `user-${this.#user}`;
  }
}

const CREDENTIALS: Record<string, string> = { omit: 'user-a', include: 'user-b' };

const bodyText = async (body: RequestInit['body']): Promise<string> => new Response(body).text();

/** A fetch that responds to each request with its user, after a delay. */
export const telling =
  (owner = '') =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const { agent, credentials, referrer } = init as RequestInit & { agent?: Agent };
    const options = [CREDENTIALS[credentials ?? ''], referrer, agent?.toHeader(), owner];
    const told = JSON.stringify([
      url,
      init.method,
      [...new Headers(init.headers)],
      await bodyText(init.body),
      options,
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    const users = ['a', 'b'].filter((user) => told.includes(`user-${user}`));
    return new Response(JSON.stringify({ data: users.join('+'), user: users.join('+') }));
  };

interface Setting {
  /** Options of the endpoint: `share`, `dedupe`. */
  endpoint?: Partial<RequestConfig>;
  /** The innermost middleware: a cache. */
  innermost?: readonly Middleware[];
}

const config = (way: Way, { innermost = [] }: Setting) => ({
  fetch: fetchOfBoth,
  ...way.client,
  middleware: [...(way.client?.middleware ?? []), ...(way.middleware ? [way.middleware] : []), ...innermost],
});

const fetchOfBoth = telling();

const restOf = (way: Way, setting: Setting) =>
  createApi({
    baseUrl: 'https://api.example.com',
    ...config(way, setting),
    requests: {
      me: new Request<Untyped, Untyped>({ method: 'GET', path: '/me', ...setting.endpoint, ...way.endpoint }),
    },
  });

/** The calls of both users, with one client if its settings are the same. */
export const bothOf = (wayOf: (user: User) => Way, setting: Setting = {}): [a: Ask, b: Ask] => {
  const ways: [Way, Way] = [wayOf('a'), wayOf('b')];
  const common = ways.some(({ client, endpoint }) => client ?? endpoint)
    ? undefined
    : restOf(ways[0], setting);
  return ways.map((way): Ask => {
    const api = common ?? restOf(way, setting);
    const { me } = way.copy ? withHeaders(api, way.copy) : api;
    return { call: me, params: way.params, options: way.options };
  }) as [Ask, Ask];
};

/** The same for a GraphQL client. */
export const bothOperations = (wayOf: (user: User) => Way, setting: Setting = {}): [a: Ask, b: Ask] => {
  const ask = new Operation<Untyped, Untyped>({ operation: '{ me }', ...(setting.endpoint as object) });
  const endpoint = 'https://api.example.com/g';
  const common = createGraphQL({ endpoint, ...config({}, setting), operations: { me: ask } });
  return (['a', 'b'] as const).map((user): Ask => {
    const { copy, params, options } = wayOf(user);
    const { me } = copy ? withHeaders(common, copy) : common;
    return { call: me, params, options };
  }) as [Ask, Ask];
};
