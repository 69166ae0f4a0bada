import { getEventListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import {
  type ApiConfig,
  type ApiError,
  createApi,
  type FetchLike,
  Request,
  type RequestConfig,
  type ResponseReader,
  type Result,
} from '../../lib/index.js';
import { flush } from './flush.js';
import { ownFetch, useServers } from './node-server.js';
import { until } from './until.js';

/** The server's behavior for a request. `count` is the number of the request. */
export type Answer = (response: ServerResponse, request: IncomingMessage, count: number) => unknown;

/** The transports for calls to a real server. */
export const FETCHES: [string, () => FetchLike | undefined][] = [
  ['the global fetch', () => undefined],
  ['nodeFetch', () => ownFetch()],
];

export const countTimers = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

/**
 * Waits until the client can use the connection of a finished response again. Nothing says so: the client reads the end of
 * the response in a later turn.
 */
export const connectionIsFree = async (): Promise<void> => {
  await pause(20);
  // On a machine that stopped, the pause ends before the client reads.
  await flush();
};

/** Servers with one signal each. They record their open connections, and are closed after the test. */
export const useWatchedServers = () => {
  const serve = useServers();
  return async (answer: Answer) => {
    const requests: IncomingMessage[] = [];
    const sockets = new Set<Socket>();
    let open = 0;
    const { url, close } = await serve((request, response) => {
      requests.push(request);
      sockets.add(request.socket);
      open += 1;
      response.once('close', () => (open -= 1));
      return answer(response, request, requests.length);
    });
    const controller = new AbortController();
    const before = countTimers();
    return {
      url,
      close,
      requests,
      sockets,
      controller,
      signal: controller.signal,
      openOnes: () => open,
      noSockets: () => until(() => [...sockets].every(({ destroyed }) => destroyed)),
      /** Waits until every response has ended. Then expects no listener on the signal and no timer. */
      nothingLeft: async (): Promise<void> => {
        await until(() => open === 0);
        expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
        // Every fetch has its own slow timer for idle connections.
        expect(countTimers()).toBeLessThanOrEqual(before + 3);
      },
    };
  };
};

type Levels = Partial<ApiConfig> & { readonly endpoint?: Partial<RequestConfig> };

/** Streams of such servers, each with a client. */
export const useServedStreams = () => {
  const serve = useWatchedServers();
  return async <T>(
    fetch: FetchLike | undefined,
    responseType: ResponseReader<T>,
    answer: Answer,
    { endpoint, ...client }: Levels = {},
  ) => {
    const served = await serve(answer);
    const onError = vi.fn<(error: ApiError) => void>();
    const read = new Request<Record<string, unknown>, T>({
      method: 'GET',
      path: '/lines',
      responseType,
      ...endpoint,
    });
    const api = createApi({ baseUrl: served.url, fetch, onError, ...client, requests: { read } });
    const ask = (): Promise<Result<T>> => api.read({}, { signal: served.signal });
    return {
      ...served,
      api,
      onError,
      read: ask,
      /** The data. Throws if there is none. */
      open: async (): Promise<T> => {
        const { data, error } = await ask();
        if (error) throw error;
        return data;
      },
    };
  };
};

/** The items of a stream. Runs the task when this many were read, so that what the task cuts off was not lost. */
export async function* thenAfter<T>(stream: AsyncIterable<T>, count: number, task: () => void) {
  let read = 0;
  for await (const item of stream) {
    yield item;
    read += 1;
    if (read === count) task();
  }
}
