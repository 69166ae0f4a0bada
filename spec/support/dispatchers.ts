import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import type { Dispatcher } from '../../lib/node.js';

/** Each undici that a dispatcher may be of. */
export const undiciNames = ['undici-6', 'undici', 'undici-8'] as const;

export type UndiciName = (typeof undiciNames)[number];

type Closable = Dispatcher & { close(): Promise<void>; destroy(): Promise<void> };

/** What the specs use of undici; alike in all versions. */
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

/** The newest undici needs a newer Node than homing does. */
export const loads = (name: UndiciName): boolean => name !== 'undici-8' || nodeVersion >= 22.19;

export const loadUndici = (name: UndiciName): Undici => createRequire(import.meta.url)(name) as Undici;

/** The dispatcher inside Node; Jest's own global object has none. */
export const nodesOwn = (): Dispatcher => {
  const outer = runInThisContext('globalThis') as Record<symbol, Dispatcher>;
  void Reflect.get(outer, 'Response');
  return outer[Symbol.for('undici.globalDispatcher.1')]!;
};

/** What a spec of a dispatcher runs with: a name, and how to make one. */
export const dispatcherCases: readonly [string, () => Dispatcher][] = [
  ["Node's own dispatcher", nodesOwn],
  ...undiciNames
    .filter(loads)
    .map((name): [string, () => Dispatcher] => [name, () => new (loadUndici(name).Agent)()]),
];
