import { vi } from 'vitest';
import { type ApiConfig, type ApiError, createApi, Request, type RequestConfig } from '../../lib/index.js';
import { observe } from '../../lib/entries/observe.js';
import {
  events,
  type EventItem,
  type EventsOptions,
  type ReconnectInfo,
  type ReconnectOptions,
} from '../../lib/entries/sse.js';
import { eventAnswer } from './event-streams.js';
import { turn } from './streaming.js';

/** Responds to one request. If it throws, fetch rejects with the error. */
export type Reply = (init: RequestInit) => Response | Promise<Response>;

/** A response that ends normally. */
export const ended =
  (text: string): Reply =>
  () =>
    eventAnswer(text);

/** A response that breaks after its text. */
export const cut =
  (text: string): Reply =>
  () => {
    let isSent = false;
    return eventAnswer(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isSent) controller.error(new TypeError('terminated'));
          else controller.enqueue(new TextEncoder().encode(text));
          isSent = true;
        },
      }),
    );
  };

/** A response that stalls after its text, and ends with its signal. */
export const stalled =
  (text = ''): Reply =>
  (init) =>
    eventAnswer(
      new ReadableStream<Uint8Array>({
        start(controller) {
          if (text) controller.enqueue(new TextEncoder().encode(text));
          init.signal?.addEventListener('abort', () => controller.error(init.signal?.reason), { once: true });
        },
      }),
    );

/** No response until the signal aborts. */
export const unanswered: Reply = (init) =>
  new Promise((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
  });

export const refused: Reply = () => Promise.reject(new TypeError('fetch failed'));

export const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(code === 204 || code === 205 ? null : `{"status":${String(code)}}`, {
      status: code,
      headers,
    });

interface Setup {
  readonly reconnect?: ReconnectOptions | boolean | undefined;
  readonly options?: EventsOptions<EventItem<unknown>>;
  readonly client?: Partial<ApiConfig>;
  readonly endpoint?: Partial<RequestConfig>;
}

/**
 * A client of a reconnecting stream, with responses in order, and the recorded notifications. Requests after the last
 * response get a 410.
 */
export const reconnecting = (
  replies: readonly Reply[],
  { reconnect = {}, options, client, endpoint }: Setup = {},
) => {
  const sent: RequestInit[] = [];
  const told: ReconnectInfo[] = [];
  const notes: unknown[] = [];
  const onError = vi.fn<(error: ApiError) => void>();
  const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
    sent.push(init);
    return (replies[sent.length - 1] ?? status(410))(init);
  };
  const onReconnect = (about: ReconnectInfo): void => void told.push(about);
  const own = reconnect === true ? true : reconnect && { jitter: false, onReconnect, ...reconnect };
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch,
    onError,
    ...client,
    requests: {
      watch: new Request<Record<string, unknown>, AsyncIterableIterator<EventItem<unknown>>>({
        method: 'GET',
        path: '/watch',
        responseType: events({ ...options, reconnect: own }),
        ...endpoint,
      }),
    },
  });
  observe(api, {
    call: () => ({
      attempt: ({ number }) => void notes.push(number),
      note: (note) => void notes.push(note),
      end: (result, stream) =>
        void notes.push([result.error?.kind ?? 'data', stream?.error?.kind, stream?.items]),
    }),
  });
  const ids = (): (string | null)[] => sent.map(({ headers }) => new Headers(headers).get('last-event-id'));
  return { api, sent, told, notes, onError, ids, waits: () => told.map(({ delay }) => delay) };
};

/** Manual timers and clocks. Everything else runs in real time. */
export const useManualTime = (): void => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
};

/** Settles a promise, and runs the timers when no other work is left. Only with manual timers. */
export const inTime = async <T>(promise: Promise<T>): Promise<T> => {
  let isSettled = false;
  const settled = promise.finally(() => (isSettled = true));
  for (let step = 0; step < 200; step += 1) {
    await turn();
    if (isSettled) return settled;
    vi.advanceTimersToNextTimer();
  }
  throw new Error('It comes to nothing, whatever timers run.');
};
