import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import {
  cacheMiddleware,
  type CallOptions,
  createApi,
  type Middleware,
  Request,
  type Result,
  retryMiddleware,
} from '../../lib/index.js';
import { type Observer, observers } from '../../lib/entries/observe.js';
import { jsonResponse } from '../../lib/entries/testing.js';
import { type Fetch, stubFetch } from '../support/client.js';
import { broken, endless } from '../support/streams.js';

interface AttemptLog {
  readonly number: number;
  readonly hooks: string[];
}

interface CallLog {
  readonly id: number;
  readonly hooks: string[];
  readonly attempts: AttemptLog[];
}

/** Records the called hooks, for `contractFaults`. */
const contractObserver = (): { observer: Observer; calls: CallLog[] } => {
  const calls: CallLog[] = [];
  const observer: Observer = {
    call({ id }) {
      const call: CallLog = { id, hooks: [], attempts: [] };
      calls.push(call);
      return {
        around(run) {
          call.hooks.push('around');
          return run();
        },
        attempt({ number }) {
          const attempt: AttemptLog = { number, hooks: [] };
          call.attempts.push(attempt);
          const say = (hook: string): void => void attempt.hooks.push(hook);
          return {
            around(send) {
              say('around');
              return send();
            },
            joined: () => say('joined'),
            response: () => say('response'),
            end: ({ error }) => say(error ? 'failed' : 'ended'),
          };
        },
        end: ({ error }) => void call.hooks.push(error ? 'failed' : 'ended'),
      };
    },
  };
  return { observer, calls };
};

/** The violations of the observer contract, for any outcome of a call. */
const contractFaults = (calls: readonly CallLog[]): string[] => {
  const ids = calls.map(({ id }) => id);
  const inOrder = ids.every((id, at) => at === 0 || id > ids[at - 1]!);
  return [
    ...(inOrder ? [] : [`ids don't count up: ${ids.join()}`]),
    ...calls.flatMap(({ hooks, attempts }) => [
      ...(/^around (ended|failed)$/.test(hooks.join(' ')) ? [] : [`a call: ${hooks.join(' ')}`]),
      ...attempts.flatMap((attempt, at) => [
        ...(attempt.number === at + 1 ? [] : [`attempt ${at + 1} is numbered ${attempt.number}`]),
        ...(/^(joined|around( response)?) (ended|failed)$/.test(attempt.hooks.join(' '))
          ? []
          : [`an attempt: ${attempt.hooks.join(' ')}`]),
      ]),
    ]),
  ];
};

/** The behavior of fetch for a request. */
const FETCHES: readonly (readonly [string, () => Fetch])[] = [
  ['responds', () => async () => jsonResponse({})],
  ['responds with 503', () => async () => jsonResponse({}, { status: 503 })],
  ['responds with invalid JSON', () => async () => new Response('<')],
  ['responds with a body that breaks off', () => async () => new Response(broken(new Error('torn')))],
  ['responds with a body that never ends', () => async () => new Response(endless())],
  ["doesn't return a Response", () => (async () => 7) as never],
  ['fails', () => stubFetch({ throws: new TypeError('refused') })],
  [
    'throws',
    () => () => {
      throw new Error('sync');
    },
  ],
  ['waits for its signal', () => stubFetch({ held: true })],
  ['ignores its signal', () => stubFetch({ held: true, ignoresSignal: true })],
];

const twice: Middleware = async (_ctx, next) => {
  const [first] = await Promise.all([next(), next()]);
  return first;
};
const leaves: Middleware = async (_ctx, next) => {
  void next();
  return { data: 'own' } as never;
};
const throws: Middleware = async (_ctx, next) => {
  await next();
  throw new Error('mine');
};
const stuck: Middleware = async (_ctx, next) => {
  await next();
  return new Promise<Result<unknown>>(() => {});
};
const hasty: Middleware = (ctx, next) => {
  ctx.request.attemptTimeout = 20;
  return next();
};

const MANNERS: readonly (readonly [string, () => CallOptions])[] = [
  ['without options', () => ({})],
  ['with a signal that is aborted', () => ({ signal: AbortSignal.abort() })],
  ['with a signal that aborts', () => ({ signal: AbortSignal.timeout(10) })],
  ['with invalid options', () => ({ headers: { 'a b': '' } })],
  ['with retries', () => ({ middleware: [retryMiddleware({ max: 2, baseDelay: 1 })] })],
  ['with a cache', () => ({ middleware: [cacheMiddleware({ ttl: 1000 })] })],
  ['twice at the same time', () => ({ middleware: [twice] })],
  ['with a middleware that leaves it running', () => ({ middleware: [leaves] })],
  ['with a middleware that throws', () => ({ middleware: [throws] })],
  ['with a middleware that hangs', () => ({ middleware: [stuck] })],
  ['with an attempt timeout', () => ({ middleware: [hasty] })],
];

const ENDPOINTS: readonly (readonly [string, object])[] = [
  ['without share and dedupe', {}],
  ['under share', { share: true }],
  ['under dedupe', { dedupe: true }],
];

type Calls = ReturnType<typeof contractObserver>['calls'];

const isOpen = ({ attempts }: Calls[number]): boolean =>
  attempts.some(({ hooks }) => !/ended|failed/.test(hooks.join()));

/** Makes two concurrent calls, and one with `retry()`. Returns the records when all work has ended. */
const seenOf = async (fetch: Fetch, endpoint: object, options: () => CallOptions): Promise<Calls> => {
  const { observer, calls } = contractObserver();
  const api = createApi({
    baseUrl: 'http://api.test',
    fetch,
    timeout: 60,
    observers: observers(observer),
    requests: { call: new Request({ method: 'GET', path: '/things', ...endpoint }) },
  });
  const [first] = await Promise.all([api.call({}, options()), api.call({}, options())]);
  await first.retry();
  // Background work of a middleware ends with the timeout of its call.
  const patience = Date.now() + 4000;
  while (calls.some(isOpen) && Date.now() < patience) await setImmediate();
  return calls;
};

describe.each(FETCHES)('the observer of a call, when fetch %s', (_fetch, fetchOf) => {
  it.each(ENDPOINTS)(
    'sees the hooks of its contract for every kind of call, %s',
    async (_endpoint, config) => {
      const faults = MANNERS.map(async ([manner, options]) => {
        const calls = await seenOf(vi.fn(fetchOf()), config, options);
        return [...contractFaults(calls), ...(calls.length === 3 ? [] : [`${calls.length} calls`])].map(
          (fault) => `${manner}: ${fault}`,
        );
      });
      expect((await Promise.all(faults)).flat()).toEqual([]);
    },
  );
});
