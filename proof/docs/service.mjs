import { startServer } from '../../examples/demo/server.mjs';
import { addUsersService } from '../../examples/demo/users-service.mjs';

/** The service that the pages call `https://api.example.com`. A new one for each example: what one writes, no other reads. */
export async function startService() {
  const server = await startServer();
  addUsersService(server);
  return server;
}
