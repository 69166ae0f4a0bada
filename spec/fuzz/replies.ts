import fc from 'fast-check';
import type { Echo } from './recorded-fetch.js';
import { anyThrown, anyWait, makeThrown, type Thrown } from './signals.js';
import type { VirtualTime } from './virtual-time.js';

/** The reply to one request: the response of fetch, and its time. */
export interface Reply {
  /** One of `REPLIES`. */
  readonly does: string;
  readonly status: number;
  /** The delay of the headers. Slow bodies take the same time again. */
  readonly wait: number;
  /** Whether fetch and the body respect the signal. */
  readonly heeds: boolean;
  readonly thrown: Thrown;
}

/** The request as fetch received it. */
export interface Asked {
  readonly echo: Echo;
  readonly signal: AbortSignal | null;
  readonly time: VirtualTime;
}

type Make = (reply: Reply, asked: Asked) => unknown;

const BODILESS = [204, 205, 304];

const respond = ({ status }: Reply, body: RequestInit['body']): Response =>
  new Response(BODILESS.includes(status) ? null : body, {
    status,
    headers: { 'content-type': 'application/json', 'retry-after': status === 429 ? '1' : '0' },
  });

const stream = (
  { heeds }: Reply,
  { signal }: Asked,
  pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void | Promise<void>,
) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      if (heeds) signal?.addEventListener('abort', () => controller.error(signal.reason));
      controller.enqueue(new TextEncoder().encode('{"a":'));
    },
    pull,
  });

const text =
  (body: string): Make =>
  (reply) =>
    respond(reply, body);

/** Values that are not a Response. */
const GARBAGE = {
  undefined: () => undefined,
  null: () => null,
  'a number': () => 5,
  'a plain object': () => ({}),
  'an object with only ok and status': () => ({ ok: true, status: 200 }),
};

/** The values that fetch resolves with, by name. */
export const REPLIES: Readonly<Record<string, Make>> = {
  'an echo': (reply, { echo }) => respond(reply, JSON.stringify({ echo })),
  JSON: text('{"a":{"b":[1,2]}}'),
  'a literal null': text('null'),
  'nothing at all': text(''),
  'JSON with a byte order mark': text('\uFEFF{"a":1}'),
  'broken JSON': text('{"a":'),
  HTML: text('<p>Bad gateway</p>'),
  'GraphQL data': text('{"data":{"a":1}}'),
  'a GraphQL error': text('{"data":null,"errors":[{"message":"no"}]}'),
  'a body that breaks off': (reply, asked) =>
    respond(
      reply,
      stream(reply, asked, (controller) => controller.error(makeThrown(reply.thrown))),
    ),
  'a slow body': (reply, asked) =>
    respond(
      reply,
      stream(reply, asked, async (controller) => {
        await asked.time.wait(reply.wait);
        try {
          controller.enqueue(new TextEncoder().encode('1}'));
          controller.close();
        } catch {
          // The signal has already ended it.
        }
      }),
    ),
  'a body that never ends': (reply, asked) =>
    respond(
      reply,
      stream(reply, asked, () => new Promise(() => {})),
    ),
  'a body that was read': (reply) => {
    const response = respond(reply, '{"a":1}');
    void response.text();
    return response;
  },
  'a network error': (reply) => Promise.reject(makeThrown(reply.thrown)),
  'a synchronous throw': (reply) => {
    throw makeThrown(reply.thrown);
  },
  silence: () => new Promise(() => {}),
  ...Object.fromEntries(Object.entries(GARBAGE).map(([name, make]) => [`garbage: ${name}`, make])),
};

const names = Object.keys(REPLIES);
const usual = ['an echo', 'an echo', 'JSON', 'a literal null'];

export const anyReply: fc.Arbitrary<Reply> = fc.record({
  does: fc.oneof(fc.constantFrom(...usual), fc.constantFrom(...names)),
  status: fc.constantFrom(200, 200, 200, 200, 201, 204, 304, 400, 401, 404, 408, 429, 500, 503),
  wait: anyWait,
  heeds: fc.boolean(),
  thrown: anyThrown,
});

/** Replies that can keep a call waiting forever. */
export const neverEnds = ({ does }: Reply): boolean =>
  does === 'silence' || does === 'a body that never ends';

const untilAborted = (work: Promise<unknown>, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** The return value of fetch, usually a promise. */
export const makeReply = (reply: Reply, asked: Asked): unknown => {
  const { does, wait, heeds } = reply;
  const make = REPLIES[does]!;
  if (does === 'a synchronous throw') return make(reply, asked);
  const answer = async (): Promise<unknown> => {
    if (wait > 0) await asked.time.wait(wait);
    return make(reply, asked);
  };
  return heeds && asked.signal ? untilAborted(answer(), asked.signal) : answer();
};
