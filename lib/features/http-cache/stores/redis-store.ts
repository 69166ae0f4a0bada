import { InvalidInputError } from '../../../core/internal.js';
import type { RecordKeepingStore } from '../http-cache-store.js';
import { recordStore } from '../record-store.js';

/** The byte type of Redis clients: Node's `Buffer` if its types are available. */
type RedisBytes = typeof globalThis extends { Buffer: { from(text: string): infer B } } ? B : Uint8Array;

/**
 * Sends a command to Redis and resolves with the reply, which has bytes instead of strings. Bytes in a command are a
 * `Buffer` on platforms that have it.
 */
export type RedisCommand = (args: [command: string, ...values: (string | RedisBytes)[]]) => Promise<unknown>;

/** Deletes a key only if it has this value, so that a newer lease of another process is kept. */
const RELEASE = "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end return 0";

const isBytes = (value: unknown): value is Uint8Array | null => value === null || value instanceof Uint8Array;

interface RedisBufferClass {
  from(bytes: ArrayBufferLike, offset: number, length: number): Uint8Array;
}

/** Converts bytes for Node clients: ioredis writes other byte arrays as a list of numbers, and node-redis throws. */
function bytesFor(record: Uint8Array): RedisBytes {
  const { Buffer } = globalThis as { readonly Buffer?: RedisBufferClass };
  const given: unknown = Buffer?.from(record.buffer, record.byteOffset, record.byteLength) ?? record;
  return given as RedisBytes;
}

const textOf = (reply: unknown): string =>
  reply instanceof Uint8Array ? new TextDecoder().decode(reply) : String(reply);

/**
 * Creates a store for `httpCacheMiddleware` in Redis or Valkey, which several processes and machines can share. Works
 * with any client, for example ioredis: `(args) => redis.callBuffer(...args)`.
 *
 * @param command Sends a command and resolves with a reply that has bytes, not strings. A rejection is a miss.
 * @throws TypeError if `command` isn't a function.
 */
export function redisStore(command: RedisCommand): RecordKeepingStore {
  if (typeof command !== 'function')
    throw InvalidInputError.ofOption('redisStore command', command, 'a function');
  const milliseconds = (ms: number): string => String(Math.max(Math.ceil(ms), 1));
  return recordStore({
    async get(keys) {
      const reply: unknown = await command(['MGET', ...keys]);
      if (!Array.isArray(reply) || !reply.every(isBytes))
        throw new InvalidInputError('Redis returned strings: set the client to return Buffers.');
      return reply.map((value) => value ?? undefined);
    },
    async set(key, record, ttl) {
      await command(['SET', key, bytesFor(record), 'PX', milliseconds(ttl)]);
    },
    async delete(key) {
      await command(['DEL', key]);
    },
    async acquireLease(key, token, ms) {
      return textOf(await command(['SET', key, token, 'NX', 'PX', milliseconds(ms)])) === 'OK';
    },
    async releaseLease(key, token) {
      await command(['EVAL', RELEASE, '1', key, token]);
    },
  });
}
