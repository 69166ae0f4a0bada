// A server between a page and its services: one incoming request, several calls, and one answer for the page.
import { createServer, type Server } from 'node:http';
import { createApi, defineRequest, retryMiddleware } from 'homing';

declare module 'homing' {
  interface CallContext {
    requestId?: string;
  }
}

interface User {
  id: number;
  name: string;
  role: string;
}

/** One client for the process. */
const makeApi = (baseUrl: string) =>
  createApi({
    baseUrl,
    timeout: 3000,
    middleware: [retryMiddleware({ max: 2, methods: 'idempotent' })],
    onError: (error, { endpoint, context }) =>
      console.log(`  [${context.requestId}] ${endpoint} failed with ${error.kind} ${error.status}`),
    requests: {
      whoAmI: defineRequest<User>()({ method: 'GET', path: '/me' }),
      listUsers: defineRequest<User[], { role: string }>()({ method: 'GET', path: '/users', share: true }),
    },
  });

/** Serves `GET /dashboard`: who is asking, and whom they may read. */
export function makeServer(baseUrl: string): Server {
  const api = makeApi(baseUrl);
  return createServer((incoming, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { authorization, 'x-request-id': requestId = crypto.randomUUID() } = incoming.headers;
    // One copy for one incoming request: all its calls speak for its user, and end when its user has gone.
    const own = api.with({
      headers: { authorization },
      signal: gone.signal,
      timeout: 2000,
      context: { requestId: String(requestId) },
    });
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    void Promise.all([own.whoAmI(), own.listUsers({ role: 'reader' })]).then(([me, readers]) => {
      if (me.error?.status === 401) return answer(401, { message: 'Sign in first.' });
      if (me.error) return answer(502, { message: 'The user service does not answer.' });
      // The page is of use without the list.
      answer(200, { hello: me.data.name, readers: readers.data?.map(({ name }) => name) ?? null });
    });
  });
}
