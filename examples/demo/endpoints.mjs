import { defineRequest } from 'homing';
import { z } from 'zod';

const User = z.object({ id: z.number(), name: z.string(), role: z.enum(['admin', 'reader']) });

const NotFound = z.object({ message: z.string() });

/**
 * The endpoints of the users service, each described once. The client has one function per entry.
 *
 * A schema (from zod, valibot, arktype or another library that implements Standard Schema) sets the type of the data
 * and validates every response. In TypeScript you can pass types instead: the data, and the params that aren't in the
 * path:
 *
 *     listUsers: defineRequest<User[], { role?: string | string[] }>()({ method: 'GET', path: '/users' })
 */
export const requests = {
  listUsers: defineRequest()({ method: 'GET', path: '/users', schema: z.array(User) }),
  // `errors` does the same for the body of a 404 response.
  getUser: defineRequest()({ method: 'GET', path: '/users/:id', schema: User, errors: { 404: NotFound } }),
  addUser: defineRequest()({ method: 'POST', path: '/users', schema: User }),
  whoAmI: defineRequest()({ method: 'GET', path: '/me', schema: User }),
};
