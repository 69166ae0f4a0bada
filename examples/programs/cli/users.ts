// A command-line tool for the users service.
//
//   users list [--role ROLE]
//   users show ID
//   users add NAME
import { parseArgs } from 'node:util';
import { type ApiError, createApi, defineRequest, type Result, retryMiddleware } from 'homing';

interface User {
  id: number;
  name: string;
  role?: string;
}

const api = createApi({
  baseUrl: process.env['API_URL'] ?? 'http://localhost:3000',
  timeout: 5000,
  middleware: [retryMiddleware({ methods: 'idempotent' })],
  requests: {
    users: {
      list: defineRequest<User[], { role?: string }>()({ method: 'GET', path: '/users' }),
      get: defineRequest<User>()({ method: 'GET', path: '/users/:id' }),
      add: defineRequest<User, { name: string }>()({ method: 'POST', path: '/users' }),
    },
  },
});

const print = ({ id, name, role = 'no role' }: User): void => console.log(`${id}  ${name}  (${role})`);

/** Prints the error for the user, and sets the exit code for scripts. */
function fail(error: ApiError): void {
  const { message } = (error.body ?? {}) as { message?: string };
  console.log(`users: ${error.kind === 'http' && message ? message : error.message}`);
  process.exitCode = 1;
}

async function show<T>(call: Promise<Result<T>>, onData: (data: T) => void): Promise<void> {
  const { data, error } = await call;
  if (error) fail(error);
  else onData(data);
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { role: { type: 'string' } } });
const [command, argument = ''] = positionals;

if (command === 'list') {
  await show(api.users.list(values.role ? { role: values.role } : {}), (users) => users.forEach(print));
} else if (command === 'show') {
  await show(api.users.get({ id: argument }), print);
} else if (command === 'add') {
  await show(api.users.add({ name: argument }), print);
} else {
  console.log('usage: users list [--role ROLE] | show ID | add NAME');
  process.exitCode = 2;
}
