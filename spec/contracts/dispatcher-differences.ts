import { isDeepStrictEqual } from 'node:util';
import { nodeFetch } from '../../lib/entries/node.js';
import { startProxy } from '../support/proxy-server.js';
import { type DispatcherCall, dispatcherCalls, type Sender } from './dispatcher-calls.js';
import type { Kind, Surroundings, UndiciPackage } from './dispatcher-kinds.js';
import { startDispatcherServer } from './dispatcher-server.js';

const LIMIT = 10_000;

/** How a dispatcher is passed to fetch. */
export type Way = 'option' | 'global';

/** One call with different results. */
export interface Difference {
  readonly call: string;
  readonly ours: unknown;
  readonly undicis: unknown;
}

type Fetch = (url: never, init?: never) => Promise<Response>;

/** A fixed user agent, because undici and Node's fetch have different defaults. */
const named = (init: { headers?: object } = {}): object => ({
  ...init,
  headers: { 'User-Agent': 'spec', ...init.headers },
});

const senderOf = (
  fetch: (url: unknown, init?: object) => Promise<Response>,
  origin: string,
  classes: Pick<UndiciPackage, 'Request' | 'FormData'>,
  dispatcher: object | undefined,
): Sender => {
  const options = dispatcher ? { dispatcher } : {};
  return {
    send: (path, init) => fetch(origin + path, { ...named(init), ...options }),
    requested: (path, init) => fetch(new classes.Request(origin + path, named(init)), options),
    FormData: classes.FormData,
  };
};

const inTime = async (work: unknown): Promise<unknown> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('hangs'), LIMIT);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Removes ports, because they differ between runs, also in error messages. */
const withoutPorts = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')) as unknown;

/** The result of a call, and its requests; undefined if the version has no such dispatcher. */
const outcomeOf = async (
  undici: UndiciPackage,
  [, make]: Kind,
  [, run]: DispatcherCall,
  [isOurs, way]: readonly [boolean, Way],
): Promise<unknown> => {
  const [server, proxy] = [await startDispatcherServer(), await startProxy()];
  const from: Surroundings = { undici, server: server.url, proxy: proxy.url };
  const dispatcher = make(from);
  const before = undici.getGlobalDispatcher();
  try {
    if (!dispatcher) return undefined;
    if (way === 'global') undici.setGlobalDispatcher(dispatcher);
    const fetch = isOurs ? (nodeFetch() as Fetch) : undici.fetch;
    const classes = isOurs ? { Request: globalThis.Request, FormData } : undici;
    const sender = senderOf(
      fetch as UndiciPackage['fetch'],
      server.url,
      classes,
      way === 'option' ? dispatcher : undefined,
    );
    const gives = await inTime(run(sender));
    return withoutPorts({ gives, seen: server.seen, throughProxy: proxy.asked.length > 0 });
  } finally {
    undici.setGlobalDispatcher(before);
    await proxy.close();
    await server.close();
    await inTime(dispatcher?.close());
  }
};

/** The calls for which nodeFetch and undici's fetch differ; undefined if the version has no such dispatcher. */
export const differencesOf = async (
  undici: UndiciPackage,
  kind: Kind,
  way: Way = 'option',
): Promise<readonly Difference[] | undefined> => {
  const found: Difference[] = [];
  for (const call of dispatcherCalls) {
    const undicis = await outcomeOf(undici, kind, call, [false, way]);
    if (undicis === undefined) return undefined;
    const ours = await outcomeOf(undici, kind, call, [true, way]);
    if (!isDeepStrictEqual(ours, undicis)) found.push({ call: call[0], ours, undicis });
  }
  return found;
};
