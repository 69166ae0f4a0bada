import * as http from 'node:http';

interface IncomingMessage extends AsyncIterable<Uint8Array> {
  readonly method: string;
  readonly url: string;
}

interface ServerResponse {
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  end(text?: string): unknown;
}

interface HttpServer {
  on(event: 'error', listener: (error: Error) => void): unknown;
  listen(port: number, host: string, listening: () => void): unknown;
  address(): { readonly port: number };
  close(closed: () => void): unknown;
  closeAllConnections(): void;
}

// Typed by hand, because the types of Node would let all of lib/ use Node unnoticed.
const { createServer } = http as unknown as {
  readonly createServer: (
    listener: (request: IncomingMessage, response: ServerResponse) => void,
  ) => HttpServer;
};

interface Reply {
  readonly status: number;
  readonly json: unknown;
}

interface User {
  readonly id: number;
  readonly name: string;
}

export interface DemoServer {
  /** `http://localhost:4000` */
  readonly url: string;
  close(): Promise<void>;
}

export interface DemoOptions {
  /** 0 selects a free port. */
  readonly port: number;
  /** Called for each response, with `GET /users/1 200`. */
  readonly onResponse: (line: string) => void;
}

/** Bytes of a request body that the server reads; it rejects larger bodies. */
const MAX_BODY = 65_536;

/** Users that the server keeps. */
const MAX_USERS = 100;

/** Returns the body as text; undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

/** Returns the `name` of a JSON body; undefined if the body has none. */
function nameIn(body: string): string | undefined {
  try {
    const { name } = JSON.parse(body) as { readonly name?: unknown };
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The responses of the demo, with a list of users in memory. */
class DemoService {
  readonly #users: User[] = [
    { id: 1, name: 'Ada' },
    { id: 2, name: 'Grace' },
  ];
  #reports = 0;

  respond(method: string, path: string, body: string): Reply {
    const [, id] = /^\/users\/([^/]+)$/.exec(path) ?? [];
    if (method === 'GET' && id !== undefined) return this.#getUser(id);
    switch (`${method} ${path}`) {
      case 'GET /users':
        return { status: 200, json: this.#users };
      case 'POST /users':
        return this.#addUser(nameIn(body));
      case 'GET /report':
        return this.#getReport();
      default:
        return { status: 404, json: { message: `No endpoint ${method} ${path}` } };
    }
  }

  #getUser(id: string): Reply {
    const user = this.#users.find((each) => String(each.id) === id);
    return user ? { status: 200, json: user } : { status: 404, json: { message: `No user ${id}` } };
  }

  #addUser(name: string | undefined): Reply {
    if (name === undefined) return { status: 422, json: { message: 'The name is missing' } };
    if (this.#users.length >= MAX_USERS) return { status: 507, json: { message: 'Too many users' } };
    const user = { id: this.#users.length + 1, name };
    this.#users.push(user);
    return { status: 201, json: user };
  }

  /** Fails twice, then succeeds, so that a client can show its retries. */
  #getReport(): Reply {
    this.#reports += 1;
    return this.#reports % 3 === 0
      ? { status: 200, json: { users: this.#users.length } }
      : { status: 503, json: { message: 'Try again' } };
  }
}

/** Starts the demo on the loopback interface. Rejects if the port can't be used. */
export function startDemoServer({ port, onResponse }: DemoOptions): Promise<DemoServer> {
  const service = new DemoService();
  const server = createServer((request, response) => {
    const { method, url } = request;
    const [path = ''] = url.split('?');
    readBody(request)
      .then((body) =>
        body === undefined
          ? { status: 413, json: { message: 'The body is too large' } }
          : service.respond(method, path, body),
      )
      .then(({ status, json }) => {
        onResponse(`${method} ${path} ${status}`);
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(json));
      })
      // The connection broke while the body was read.
      .catch(() => response.end());
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () =>
      resolve({
        url: `http://localhost:${server.address().port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      }),
    );
  });
}
