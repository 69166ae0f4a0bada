import { createApi, defineRequest, type Middleware, orThrow } from 'homing';

interface User {
  id: number;
  name: string;
  role: string;
}

const auth: Middleware = (ctx, next) => {
  ctx.request.setHeader('authorization', 'Bearer token-of-ada');
  return next();
};

const api = createApi({
  baseUrl: process.env['API_URL'] ?? 'http://localhost:3000',
  timeout: 5000,
  middleware: [auth],
  onError: ({ status, body }) => console.log('reported:', status, (body as { message?: string }).message),
  requests: {
    whoAmI: defineRequest<User>()({ method: 'GET', path: '/me' }),
    listUsers: defineRequest<User[], { role: string[] }>()({ method: 'GET', path: '/users' }),
    addUser: defineRequest<User, { name: string; role: string }>()({ method: 'POST', path: '/users' }),
    getUser: defineRequest<User>()({ method: 'GET', path: '/users/:id' }),
  },
});

const findUser = async (id: number) => {
  const { data, error } = await api.getUser({ id });
  if (error && error.status !== 404) throw error;
  return data;
};

// The program can't handle these failures, so it throws them, as the old program does everywhere.
console.log('me:', (await orThrow(api.whoAmI())).name);
const all = await orThrow(api.listUsers({ role: ['admin', 'reader'] }));
console.log('all:', all.map(({ name }) => name).join(', '));
console.log('added:', (await orThrow(api.addUser({ name: 'Barbara', role: 'reader' }))).id);
console.log('missing user:', await findUser(99));
