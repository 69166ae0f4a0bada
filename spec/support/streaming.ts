import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import {
  type ApiConfig,
  type ApiError,
  createApi,
  type OpenBody,
  Request,
  type RequestConfig,
  type ResponseReader,
} from '../../lib/index.js';
import { observe } from '../../lib/entries/observe.js';
import { reader } from '../../lib/entries/stream.js';

/** One request of a stream, and its response body. */
export interface SentStream {
  readonly url: string;
  readonly init: RequestInit;
  readonly signal: AbortSignal;
  readonly response: Response;
  /** Whether the body was canceled, or ended with its signal. */
  cancelled: boolean;
  write(text: string): void;
  close(): void;
  breakOff(error: unknown): void;
}

/** A fetch whose bodies the spec writes. They end with their signal, like the platform's. */
export const streamFetch = (status: (count: number) => number = () => 200, heeds = true) => {
  const sent: SentStream[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const signal = init.signal!;
    if (heeds && signal.aborted) throw signal.reason;
    let body!: ReadableStreamDefaultController<Uint8Array>;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => void (body = controller),
      cancel: () => void (one.cancelled = true),
    });
    const code = status(sent.length + 1);
    const response = new Response(code === 200 ? stream : '{"no":true}', {
      status: code,
      statusText: 'As asked',
    });
    const one: SentStream = {
      url,
      init,
      signal,
      response,
      cancelled: false,
      write: (text) => body.enqueue(new TextEncoder().encode(text)),
      close: () => body.close(),
      breakOff: (error) => body.error(error),
    };
    if (heeds)
      signal.addEventListener('abort', () => {
        if (!one.cancelled) body.error(signal.reason);
        one.cancelled = true;
      });
    sent.push(one);
    return response;
  };
  return { fetch, sent };
};

/** A reader that returns the open body as its data. */
export const bareReader = (open: (body: OpenBody) => unknown = (body) => body) => {
  const opened: OpenBody[] = [];
  const made: ResponseReader<OpenBody> = reader({
    open(body) {
      opened.push(body);
      return open(body) as OpenBody;
    },
  });
  return { reader: made, opened };
};

interface Streaming {
  readonly fetch?: ApiConfig['fetch'];
  readonly status?: (count: number) => number;
  readonly heeds?: boolean;
  readonly open?: (body: OpenBody) => unknown;
  readonly reader?: ResponseReader<unknown>;
  readonly client?: Partial<ApiConfig> | undefined;
  readonly endpoint?: Partial<RequestConfig> | undefined;
}

const ofThisCase = { opened: [] as OpenBody[][], signals: [] as AbortSignal[] };

/** A caller that can abort. At the end of the case, its signal must have no listeners. */
export const caller = (): AbortController => {
  const controller = new AbortController();
  ofThisCase.signals.push(controller.signal);
  return controller;
};

/** A client of one stream, and the recorded notifications of its calls. */
export const streaming = ({ fetch, status, heeds, open, reader, client, endpoint }: Streaming = {}) => {
  const network = streamFetch(status, heeds);
  const bare = bareReader(open);
  const onError = vi.fn<(error: ApiError) => void>();
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch: fetch ?? network.fetch,
    onError,
    ...client,
    requests: {
      read: new Request<Record<string, unknown>, OpenBody>({
        method: 'GET',
        path: '/lines',
        responseType: reader ?? bare.reader,
        ...endpoint,
      }),
    },
  });
  const seen: unknown[][] = [];
  ofThisCase.opened.push(bare.opened);
  observe(api, {
    call: () => ({
      attempt: ({ number }) => {
        seen.push(['attempt', number]);
        return { end: ({ error }) => void seen.push(['answered', number, error?.kind ?? 'data']) };
      },
      note: (note) => void seen.push(['note', note]),
      end: ({ error }, stream) => void seen.push(['end', error?.kind ?? 'data', stream]),
    }),
  });
  return { api, onError, seen, sent: network.sent, opened: bare.opened };
};

/** Runs all work that doesn't wait for a timer, including platform streams. */
export const turn = async (): Promise<void> => {
  for (let count = 0; count < 5; count += 1) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** Manual timers. Everything else runs in real time. */
export const handTimers = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
};

/** Expects no listener on the signal and no timer. Only with manual timers. */
export const expectNothingLeft = async (signal?: AbortSignal): Promise<void> => {
  vi.advanceTimersByTime(0);
  await turn();
  if (signal) expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  expect(vi.getTimerCount()).toBe(0);
};

/**
 * Gives each case manual timers. After its streams have ended, expects no timer and no listener on a caller's
 * signal.
 */
export const leavingNothing = (): void => {
  beforeEach(handTimers);
  afterEach(async () => {
    const { opened, signals } = ofThisCase;
    for (const body of opened.splice(0).flat()) body.end();
    await expectNothingLeft();
    for (const signal of signals.splice(0)) expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    vi.useRealTimers();
  });
};
