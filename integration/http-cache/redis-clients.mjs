import { Redis } from 'ioredis';
import { createClient, RESP_TYPES } from 'redis';

/** Milliseconds after which a client connects again. */
const AGAIN = 50;

/** Clients as their users have them: the command for a `redisStore`, once it is connected, and its end. */
export const CLIENTS = {
  async ioredis(port) {
    const redis = new Redis(port, { enableOfflineQueue: false, retryStrategy: () => AGAIN });
    return ofIoredis(redis);
  },
  async 'ioredis with its queue'(port) {
    return ofIoredis(new Redis(port, { retryStrategy: () => AGAIN }));
  },
  async 'node-redis'(port) {
    return ofNodeRedis(port, true);
  },
  async 'node-redis with its queue'(port) {
    return ofNodeRedis(port, false);
  },
};

async function ofIoredis(redis) {
  redis.on('error', () => undefined);
  await new Promise((resolve) => redis.once('ready', resolve));
  return { command: (args) => redis.callBuffer(...args), end: () => redis.disconnect() };
}

async function ofNodeRedis(port, disableOfflineQueue) {
  const socket = { host: '127.0.0.1', port, reconnectStrategy: () => AGAIN };
  const client = createClient({ socket, disableOfflineQueue });
  client.on('error', () => undefined);
  await client.connect();
  const withBytes = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  return { command: (args) => withBytes.sendCommand(args), end: () => client.destroy() };
}
