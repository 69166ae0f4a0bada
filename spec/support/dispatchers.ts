import { createRequire } from 'node:module';
import { afterEach, beforeEach } from 'vitest';
import type { Dispatcher } from '../../lib/entries/node.js';

/** The versions of undici that a dispatcher can come from. */
export const undiciNames = ['undici-6', 'undici', 'undici-8'] as const;

export type UndiciName = (typeof undiciNames)[number];

type Closable = Dispatcher & { close(): Promise<void>; destroy(): Promise<void> };

/** The API of undici that the specs use. It is the same in all versions. */
export interface Undici {
  readonly Agent: new (options?: object) => Closable;
  readonly Pool: new (origin: string, options?: object) => Closable;
  readonly ProxyAgent: new (options: object) => Closable;
  readonly EnvHttpProxyAgent: new (options?: object) => Closable;
  readonly MockAgent: new () => Closable & {
    disableNetConnect(): void;
    get(origin: string): {
      intercept(request: object): { reply(status: number, body?: unknown, options?: object): void };
    };
  };
}

const nodeVersion = Number(process.versions.node.split('.', 2).join('.'));

/** The newest undici needs a newer version of Node than homing. */
export const loads = (name: UndiciName): boolean => name !== 'undici-8' || nodeVersion >= 22.19;

export const loadUndici = (name: UndiciName): Undici => createRequire(import.meta.url)(name) as Undici;

/** The symbols of the global fetch's dispatcher: the one until Node 24, and the newer one. */
const KEYS = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')] as const;

const globalDispatchers = (): unknown[] => {
  // Node loads its fetch, and sets its dispatcher, at the first access to one of its globals.
  void Reflect.get(globalThis, 'Response');
  return KEYS.map((key) => Reflect.get(globalThis, key) as unknown);
};

const setGlobalDispatchers = (dispatchers: readonly unknown[]): void =>
  KEYS.forEach((key, at) => void Reflect.set(globalThis, key, dispatchers[at]));

/** The dispatcher inside Node. */
export const nodeDispatcher = (): Dispatcher => globalDispatchers()[0] as Dispatcher;

/** Runs each case without a global dispatcher. A case can set its own. */
export const withoutGlobalDispatcher = (): typeof setGlobalDispatchers => {
  let before: readonly unknown[];
  beforeEach(() => {
    before = globalDispatchers();
    setGlobalDispatchers([]);
  });
  afterEach(() => setGlobalDispatchers(before));
  return setGlobalDispatchers;
};

/** A dispatcher for a spec: its name, and a function that creates it. */
export const dispatcherCases: readonly [string, () => Dispatcher][] = [
  ["Node's own dispatcher", nodeDispatcher],
  ...undiciNames
    .filter(loads)
    .map((name): [string, () => Dispatcher] => [name, () => new (loadUndici(name).Agent)()]),
];
