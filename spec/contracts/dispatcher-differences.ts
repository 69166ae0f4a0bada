import { isDeepStrictEqual } from 'node:util';
import { nodeFetch } from '../../lib/entries/node.js';
import { startProxy } from '../support/proxy-server.js';
import { type DispatcherCall, dispatcherCalls, type Sender } from './dispatcher-calls.js';
import type { Kind, Surroundings, UndiciPackage } from './dispatcher-kinds.js';
import { startDispatcherServer } from './dispatcher-server.js';

const LIMIT = 10_000;

/** How a dispatcher gets to fetch. */
export type Way = 'option' | 'global';

/** One call that doesn't come out alike. */
export interface Difference {
  readonly call: string;
  readonly ours: unknown;
  readonly undicis: unknown;
}

type Fetch = (url: never, init?: never) => Promise<Response>;

/** Always named, for undici calls itself something else than Node's fetch does. */
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

/** Ports differ from one run to the next, and so may the text of an error that has one in it. */
const withoutPorts = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')) as unknown;

/** What a call gives, and what the server saw of it; undefined where there is no such dispatcher. */
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

/** Which calls nodeFetch makes another thing of than undici's own fetch; undefined where there is no such dispatcher. */
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
