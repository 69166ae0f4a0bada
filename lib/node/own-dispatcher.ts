import type { Dispatcher } from './dispatcher.js';

/**
 * The dispatcher that a `Request` was made with. undici 6 keeps it under a symbol that only has a name; later ones keep
 * it to themselves, and it is undefined here.
 */
export function ownDispatcher(request: globalThis.Request): Dispatcher | undefined {
  const key = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'dispatcher');
  const found = key && (Reflect.get(request, key) as Partial<Dispatcher> | undefined);
  return typeof found?.dispatch === 'function' ? (found as Dispatcher) : undefined;
}
