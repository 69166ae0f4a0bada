import { Redis } from 'ioredis';
import { createClient, RESP_TYPES } from 'redis';

/** Milliseconds after which a client reconnects. */
const AGAIN = 50;

/** Connected clients: the command function for a `redisStore`, and a function that ends the client. */
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
