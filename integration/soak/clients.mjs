import {
  cacheMiddleware,
  createApi,
  createGraphQL,
  defineRequest,
  gql,
  Operation,
  retryMiddleware,
} from '../../dist/index.js';

const get = (path, options) => defineRequest()({ method: 'GET', path, ...options });

const document = gql`
  query item($id: Int!) {
    item(id: $id) {
      id
    }
  }
`;

/** The clients of a soak test. They live for the whole run, like the clients of a server. */
export const makeClients = (baseUrl, fetch, onError) => {
  const cache = cacheMiddleware({ maxSize: 20, ttl: 200 });
  const plain = createApi({
    baseUrl,
    fetch,
    onError,
    requests: {
      item: get('/items/:id'),
      echo: defineRequest()({ method: 'POST', path: '/echo' }),
      slow: get('/slow/:ms'),
      silent: get('/silent'),
      drip: get('/drip'),
      dripped: get('/drip', { responseType: 'none' }),
      fail: get('/fail/:status'),
      reset: get('/reset'),
      cut: get('/cut'),
      broken: get('/broken'),
      flaky: get('/flaky', { middleware: [retryMiddleware({ max: 8, baseDelay: 2 })] }),
      cached: get('/items/:id', { middleware: [cache] }),
      search: get('/slow/:ms', { dedupe: true }),
      pages: get('/pages'),
    },
  });
  const shared = createApi({
    baseUrl,
    fetch,
    onError,
    timeout: 20_000,
    requests: {
      item: get('/items/:id', { share: true }),
      slow: get('/slow/:ms', { share: true }),
      reset: get('/reset', { share: true }),
    },
  });
  const polled = createApi({
    baseUrl,
    fetch,
    onError,
    requests: { job: get('/jobs/:id'), fail: get('/fail/:status') },
  });
  const graph = createGraphQL({
    endpoint: `${baseUrl}/graphql`,
    fetch,
    onError,
    queries: { item: new Operation({ operation: document, share: true }) },
    mutations: { item: new Operation({ operation: document }) },
  });
  return { cache, graph, plain, polled, shared };
};
