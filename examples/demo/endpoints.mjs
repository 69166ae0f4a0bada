import { defineRequest } from 'homing';
import { z } from 'zod';

const User = z.object({ id: z.number(), name: z.string(), role: z.enum(['admin', 'reader']) });

const NotFound = z.object({ message: z.string() });

/**
 * The endpoints of the users service, each described once. A client gets one function per entry.
 *
 * A schema (of zod, valibot, arktype or any other that keeps to Standard Schema) gives the type of the data and is
 * held against every response. In TypeScript a type alone does too, and what isn't in the path is declared with it:
 *
 *     listUsers: defineRequest<User[], { role?: string | string[] }>()({ method: 'GET', path: '/users' })
 */
export const requests = {
  listUsers: defineRequest()({ method: 'GET', path: '/users', schema: z.array(User) }),
  // `errors` does the same for what the server says when it answers 404.
  getUser: defineRequest()({ method: 'GET', path: '/users/:id', schema: User, errors: { 404: NotFound } }),
  addUser: defineRequest()({ method: 'POST', path: '/users', schema: User }),
  whoAmI: defineRequest()({ method: 'GET', path: '/me', schema: User }),
};
