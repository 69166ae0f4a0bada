// A server between a page and its services: one incoming request, several calls, and one response for the page.
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

/** The client, created once per process. */
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

/** Serves `GET /dashboard`: the current user, and the users that they can read. */
export function makeServer(baseUrl: string): Server {
  const api = makeApi(baseUrl);
  return createServer((incoming, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { authorization, 'x-request-id': requestId = crypto.randomUUID() } = incoming.headers;
    // Derive a client per incoming request. Its calls use the token of that user, and end if the user disconnects.
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
      if (me.error) return answer(502, { message: 'The user service failed.' });
      // The page is still useful without the list.
      answer(200, { hello: me.data.name, readers: readers.data?.map(({ name }) => name) ?? null });
    });
  });
}
