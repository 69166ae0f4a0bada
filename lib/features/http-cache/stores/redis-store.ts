import { InvalidInputError } from '../../../core/internal.js';
import type { RecordKeepingStore } from '../http-cache-store.js';
import { recordStore } from '../record-store.js';

/** What Redis clients call bytes: Node's `Buffer` where its types are known. */
type Bytes = typeof globalThis extends { Buffer: { from(text: string): infer B } } ? B : Uint8Array;

/**
 * Sends a command to Redis; gives the reply, its texts as bytes. The bytes of a command are a `Buffer` wherever there
 * is one.
 */
export type RedisCommand = (args: [command: string, ...values: (string | Bytes)[]]) => Promise<unknown>;

/** Deletes a key that has this value; whoever claimed it since keeps it. */
const RELEASE = "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) end return 0";

const isBytes = (value: unknown): value is Uint8Array | null => value === null || value instanceof Uint8Array;

interface BufferClass {
  from(bytes: ArrayBufferLike, offset: number, length: number): Uint8Array;
}

/** As clients for Node want them: of other bytes ioredis writes their figures as a text, and node-redis throws. */
function bytesFor(record: Uint8Array): Bytes {
  const { Buffer } = globalThis as { readonly Buffer?: BufferClass };
  const given: unknown = Buffer?.from(record.buffer, record.byteOffset, record.byteLength) ?? record;
  return given as Bytes;
}

const textOf = (reply: unknown): string =>
  reply instanceof Uint8Array ? new TextDecoder().decode(reply) : String(reply);

/**
 * A store for `httpCacheMiddleware` in Redis or Valkey, which several processes and machines may have in common. Any
 * client will do: that of ioredis by `(args) => redis.callBuffer(...args)`.
 *
 * @param command Sends a command; its reply has bytes, and no texts. What it rejects with: a miss.
 * @throws TypeError for what is no function.
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
