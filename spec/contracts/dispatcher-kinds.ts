import type { Dispatcher } from '../../lib/entries/node.js';

/** An interceptor: undici passes its dispatch function, and gets an extended one. */
type Interceptor = (dispatch: Dispatcher['dispatch']) => Dispatcher['dispatch'];

type Owned = Dispatcher & { close(): Promise<void> };

type Composable = Owned & { compose(interceptor: Interceptor): Owned };

type Mocked = Composable & {
  disableNetConnect(): void;
  get(origin: string): { intercept(matched: object): { reply(answer: object): { persist(): void } } };
};

/** The API of undici, in any version, that the dispatchers need. */
export interface UndiciPackage {
  readonly Agent: new (options?: object) => Composable;
  readonly Client: new (origin: string) => Owned;
  readonly Pool: new (origin: string) => Owned;
  readonly BalancedPool: new (origin: string) => Owned;
  readonly RoundRobinPool?: new (origin: string) => Owned;
  readonly ProxyAgent: new (proxy: string) => Owned;
  readonly EnvHttpProxyAgent: new (options: object) => Owned;
  readonly RetryAgent: new (agent: Owned, options: object) => Owned;
  readonly MockAgent: new () => Mocked;
  readonly interceptors: Readonly<Record<string, (options?: object) => Interceptor>>;
  readonly fetch: (url: unknown, init?: object) => Promise<Response>;
  readonly Request: typeof globalThis.Request;
  readonly FormData: typeof FormData;
  readonly setGlobalDispatcher: (dispatcher: Dispatcher) => void;
  readonly getGlobalDispatcher: () => Dispatcher;
}

/** The input for creating a dispatcher. */
export interface Surroundings {
  readonly undici: UndiciPackage;
  readonly server: string;
  readonly proxy: string;
}

/** A kind of dispatcher: its name, and a function that creates it; undefined if the version has none. */
export type Kind = readonly [name: string, make: (from: Surroundings) => Owned | undefined];

const quickly = { maxRetries: 2, minTimeout: 1, maxTimeout: 5, timeoutFactor: 1 };

const withInterceptor = (name: string, options?: object): Kind => [
  `\`interceptors.${name}()\``,
  ({ undici }) => {
    const interceptor = undici.interceptors[name];
    return interceptor && new undici.Agent().compose(interceptor(options));
  },
];

const ofOrigin = (name: 'Client' | 'Pool' | 'BalancedPool' | 'RoundRobinPool'): Kind => [
  `\`${name}\``,
  ({ undici, server }) => {
    const Made = undici[name];
    return Made && new Made(server);
  },
];

interface Dispatched {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxRedirections?: number;
}

/** Adds a header, like tracing, and reports its other options. */
const adding: Interceptor = (dispatch) => (options, handler) => {
  const { headers, maxRedirections } = options as Dispatched;
  const given = `${Array.isArray(headers) ? 'list' : 'object'} ${String(maxRedirections)}`;
  return dispatch({ ...options, headers: { ...headers, 'X-Given': given } }, handler);
};

const withoutBoundary = (value: string): string => value.replace(/boundary=.*/, 'boundary');

/** Responds with the request, without the body: fetch passes an iterator to a mock, nodeFetch a string. */
const mocked = ({ path, method, headers }: Dispatched): object => ({
  statusCode: path.startsWith('/status') ? 503 : 200,
  data: JSON.stringify({
    path,
    method,
    headers: Object.entries(headers)
      .map(([name, value]) => [name, withoutBoundary(value)])
      // The length of a form depends on its boundary.
      .filter(([name]) => !(name === 'content-length' && 'content-type' in headers))
      .sort(),
  }),
  responseOptions: { headers: { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] } },
});

/** All kinds of dispatchers that fetch accepts. */
export const dispatcherKinds: readonly Kind[] = [
  ['`Agent`', ({ undici }) => new undici.Agent()],
  ofOrigin('Client'),
  ofOrigin('Pool'),
  ofOrigin('BalancedPool'),
  ofOrigin('RoundRobinPool'),
  ['`ProxyAgent`', ({ undici, proxy }) => new undici.ProxyAgent(proxy)],
  [
    '`EnvHttpProxyAgent`',
    ({ undici, proxy }) => new undici.EnvHttpProxyAgent({ httpProxy: proxy, noProxy: '' }),
  ],
  [
    '`MockAgent`',
    ({ undici, server }) => {
      const agent = new undici.MockAgent();
      agent.disableNetConnect();
      agent
        .get(server)
        .intercept({ path: () => true, method: () => true })
        .reply(mocked)
        .persist();
      return agent;
    },
  ],
  ['`RetryAgent`', ({ undici }) => new undici.RetryAgent(new undici.Agent(), quickly)],
  withInterceptor('redirect', { maxRedirections: 5 }),
  withInterceptor('retry', quickly),
  withInterceptor('dump', { maxSize: 1000 }),
  withInterceptor('dns'),
  withInterceptor('cache'),
  withInterceptor('deduplicate'),
  withInterceptor('decompress'),
  withInterceptor('responseError'),
  ['an interceptor that adds a header', ({ undici }) => new undici.Agent().compose(adding)],
];
