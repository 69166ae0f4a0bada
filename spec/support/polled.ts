import { afterEach, beforeEach, vi } from 'vitest';
import {
  type ApiConfig,
  type ApiError,
  type PollOptions,
  type Result,
  Request,
  type RequestConfig,
  createApi,
  poll,
} from '../../lib/index.js';
import { jsonResponse } from '../../lib/entries/testing.js';
import type { Untyped } from './client.js';
import { flush } from './flush.js';
import { heldFetch } from './held-fetch.js';

/** One second: the default `every` of all polls. */
export const EVERY = 1000;

type Params = Record<string, unknown>;

/** Advances the time, and runs all work that is due. */
export const pass = (ms: number): Promise<void> => vi.advanceTimersByTimeAsync(ms).then(() => undefined);

/** A callback of `poll` that records its Results. */
export const listener = () => vi.fn<(result: Result<Untyped>) => unknown>();

/** The recorded Results: the data, or the kind of the error. */
export const heard = (callback: ReturnType<typeof listener>): unknown[] =>
  callback.mock.calls.map(([{ data, error }]) => error?.kind ?? data);

/** A client with two endpoints, whose requests wait for a response. Records the time of each request from the start. */
export const polled = (endpoint: Partial<RequestConfig> = {}, client: Partial<ApiConfig> = {}) => {
  const { fetch, requests } = heldFetch();
  const onError = vi.fn<(error: ApiError) => void>();
  const start = Date.now();
  const sentAt: number[] = [];
  const api = createApi({
    baseUrl: 'http://api.test',
    onError,
    fetch: (url: string, init: RequestInit) => {
      sentAt.push(Date.now() - start);
      return fetch(url, init);
    },
    ...client,
    requests: {
      read: new Request<Params, Untyped>({ method: 'GET', path: '/job', ...endpoint }),
      other: new Request<Params, Untyped>({ method: 'GET', path: '/job', ...endpoint }),
    },
  });
  /** Responds to the newest request, and waits until the response arrives. */
  const answer = async (body: unknown, init?: ResponseInit): Promise<void> => {
    await flush();
    requests.at(-1)!.answer(body, init);
    await pass(0);
  };
  const answerStatus = (status: number, headers: Record<string, string> = {}): Promise<void> =>
    answer(jsonResponse({}, { status, headers }));
  return { api, requests, onError, sentAt, answer, answerStatus };
};

/** The same, with a fetch that responds at once with each status in order, and repeats the last. */
export const answered = (statuses: readonly number[] = [200], headers: Record<string, string> = {}) => {
  const sentAt: number[] = [];
  const start = Date.now();
  const { api } = polled(
    {},
    {
      fetch: async () => {
        const status = statuses[Math.min(sentAt.length, statuses.length - 1)]!;
        sentAt.push(Date.now() - start);
        return jsonResponse({ n: sentAt.length }, { status, headers });
      },
    },
  );
  /** The waits between the requests. */
  const waits = (): number[] => sentAt.slice(1).map((at, index) => at - sentAt[index]!);
  return { api, sentAt, waits };
};

/** The part of a browser tab's document that polling uses. */
export class Tab extends EventTarget {
  visibilityState = 'visible';
  listeners = 0;

  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listeners += 1;
    super.addEventListener(...args);
  }

  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners -= 1;
    super.removeEventListener(...args);
  }

  hide(): void {
    this.#become('hidden');
  }

  async show(): Promise<void> {
    this.#become('visible');
    await pass(0);
  }

  #become(state: string): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

const define = (name: string, value: unknown): void => {
  Object.defineProperty(globalThis, name, { value, configurable: true });
};

/** Until `asServer()`: a window, and no document. */
export const asReactNative = (): void => define('window', globalThis);

/** Until `asServer()`: a window, a document and `reportError`. */
export const asBrowser = () => {
  const tab = new Tab();
  const reportError = vi.fn<(thrown: unknown) => void>();
  asReactNative();
  define('document', tab);
  define('reportError', reportError);
  return { tab, reportError };
};

/** As in Node: no window, no document and no `reportError`. */
export const asServer = (): void => {
  for (const name of ['window', 'document', 'reportError']) Reflect.deleteProperty(globalThis, name);
};

/** The position of each random wait in its range, 0 to 1. */
export const drawing = (share: number): void => void vi.spyOn(Math, 'random').mockReturnValue(share);

const stops: (() => void)[] = [];

/** Gives each case its own paused clock and this environment. Its polls end with the case. */
export const inOwnTime = (enter: () => unknown = asServer): void => {
  beforeEach(() => {
    vi.useFakeTimers();
    drawing(0);
    enter();
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    asServer();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
};

/** Polls every second until the case ends. */
export const start = (
  endpoint: Untyped,
  params: unknown = {},
  options: Partial<PollOptions> = {},
  callback = listener(),
) => {
  const stop = poll(endpoint, params, callback, { every: EVERY, ...options });
  stops.push(stop);
  return { stop, callback };
};
