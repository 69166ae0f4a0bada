const users = [
  { id: 1, name: 'Ada', role: 'admin' },
  { id: 2, name: 'Grace', role: 'reader' },
  { id: 3, name: 'Edsger', role: 'reader' },
];

const tokens = { 'token-of-ada': users[0], 'token-of-grace': users[1] };

/**
 * Adds the routes of the service that the steps call.
 *
 * @param {import('./server.mjs').DemoServer} server
 */
export function addUsersService(server) {
  server.route('GET /users', ({ query }) => ({
    json: users.filter(({ role }) => !query.has('role') || query.getAll('role').includes(role)),
  }));
  server.route('GET /users/:id', ({ params }) => {
    const user = users.find(({ id }) => id === Number(params.id));
    return user ? { json: user } : { status: 404, json: { message: `No user ${params.id}` } };
  });
  server.route('POST /users', ({ body }) => ({ status: 201, json: { id: 4, ...JSON.parse(body) } }));
  server.route('GET /me', ({ headers }) => {
    const user = tokens[headers.authorization?.replace('Bearer ', '')];
    return user ? { json: user } : { status: 401, json: { message: 'Who are you?' } };
  });
}
