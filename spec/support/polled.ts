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
import { heldFetch } from './held-fetch.js';

/** Every second: the `every` of all polls that ask for nothing else. */
export const EVERY = 1000;

type Params = Record<string, unknown>;

/** Lets this much time pass, and everything happen that belongs to it. */
export const pass = (ms: number): Promise<void> => vi.advanceTimersByTimeAsync(ms).then(() => undefined);

/** A callback of `poll` that remembers. */
export const listener = () => vi.fn<(result: Result<Untyped>) => unknown>();

/** What the callback was given: the data, or the kind of the error. */
export const heard = (callback: ReturnType<typeof listener>): unknown[] =>
  callback.mock.calls.map(([{ data, error }]) => error?.kind ?? data);

/** A client of two endpoints whose requests wait to be answered; with when each was sent, from the start. */
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
  /** Answers the newest request, and lets the answer arrive. */
  const answer = (body: unknown, init?: ResponseInit): Promise<void> => {
    requests.at(-1)!.answer(body, init);
    return pass(0);
  };
  const answerStatus = (status: number, headers: Record<string, string> = {}): Promise<void> =>
    answer(jsonResponse({}, { status, headers }));
  return { api, requests, onError, sentAt, answer, answerStatus };
};

/** The same, with a fetch that answers at once: with each status in turn, and on with the last. */
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

/** The document of a browser's tab, as far as polling sees it. */
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

/** As it is in Node: nothing of all this. */
export const asServer = (): void => {
  for (const name of ['window', 'document', 'reportError']) Reflect.deleteProperty(globalThis, name);
};

/** Where in its range each random wait lies, 0 to 1. */
export const drawing = (share: number): void => void vi.spyOn(Math, 'random').mockReturnValue(share);

const stops: (() => void)[] = [];

/** Each case has a time of its own, which stands still, in this place; what it polls ends with it. */
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
