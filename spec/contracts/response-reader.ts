import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import {
  type ApiConfig,
  createApi,
  Request,
  type RequestConfig,
  type ResponseReader,
  retryMiddleware,
} from '../../lib/index.js';

/** A reader, and its known behavior. */
export interface ReaderCase {
  readonly responseType: NonNullable<RequestConfig['responseType']>;
  /** A response that it reads. */
  readonly answer: () => Response;
  /** Reads the data to the end, and releases it. */
  readonly use: (data: unknown) => unknown;
  /** The value of `use` for the response. */
  readonly expected: unknown;
}

const countTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/** The contract of every reader in a client. */
export const responseReaderContract = (
  name: string,
  { responseType, answer, use, expected }: ReaderCase,
): void => {
  const client = (fetch: ApiConfig['fetch'], more: Partial<ApiConfig> = {}) => {
    const onError = vi.fn();
    const read = new Request<Record<string, unknown>>({ method: 'GET', path: '/', responseType });
    return {
      api: createApi({ baseUrl: 'http://api.test', fetch, onError, ...more, requests: { read } }),
      onError,
    };
  };

  describe(`${name}, as every ResponseReader`, () => {
    it('produces data from a 2xx response, and leaves no listener and no timer', async () => {
      const before = countTimers();
      const { signal } = new AbortController();
      const { api, onError } = client(async () => answer(), { timeout: 60_000 });
      const { data, error } = await api.read({}, { signal });
      expect(error).toBeNull();
      expect(await use(data)).toEqual(expected);
      await setImmediate();
      expect(getEventListeners(signal, 'abort')).toHaveLength(0);
      expect(countTimers()).toBeLessThanOrEqual(before);
      expect(onError).not.toHaveBeenCalled();
    });

    it('has no state: concurrent calls get their own data', async () => {
      const { api } = client(async () => answer());
      const results = await Promise.all(Array.from({ length: 20 }, () => api.read()));
      for (const { data } of results) expect(await use(data)).toEqual(expected);
    });

    it('never produces data from an error status', async () => {
      const { api } = client(async () => new Response('{"why":1}', { status: 500 }));
      const { data, error } = await api.read();
      expect(data).toBeNull();
      expect(error).toMatchObject({ kind: 'http', status: 500 });
    });

    it('ends with the signal, and leaves no listener on it', async () => {
      const controller = new AbortController();
      const { signal } = controller;
      const { api } = client(
        async () => new Response(new ReadableStream({ start: () => controller.abort('enough') })),
      );
      const { data, error } = await api.read({}, { signal });
      if (!error) await use(data);
      expect([undefined, 'abort']).toContain(error?.kind);
      await setImmediate();
      expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    });

    it('reads the new response after a retry', async () => {
      let count = 0;
      const { api } = client(
        async () => {
          count += 1;
          return count === 1 ? new Response('', { status: 503 }) : answer();
        },
        { middleware: [retryMiddleware({ max: 1, delay: () => 0 })] },
      );
      const { data } = await api.read();
      expect(await use(data)).toEqual(expected);
      expect(count).toBe(2);
    });
  });
};

/** The contract of a reader object. */
export const ownReader = <T>(
  reader: ResponseReader<T>,
  known: Omit<ReaderCase, 'responseType' | 'use'> & { use: (data: T) => unknown },
): ReaderCase => ({ ...known, responseType: reader, use: (data) => known.use(data as T) });
