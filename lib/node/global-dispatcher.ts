import type { Dispatcher } from './dispatcher.js';

const LEGACY = Symbol.for('undici.globalDispatcher.1');
const NEWEST = Symbol.for('undici.globalDispatcher.2');

type Holder = Readonly<Partial<Record<symbol, Dispatcher>>>;

const holder = globalThis as unknown as Holder;

const usable = (dispatcher: Dispatcher | undefined): Dispatcher | undefined =>
  typeof dispatcher?.dispatch === 'function' ? dispatcher : undefined;

/**
 * The dispatcher behind the global fetch: Node's own, or what undici's `setGlobalDispatcher` put in its place. Looked
 * up at each request, as fetch does. Undefined in runtimes that have none.
 */
export function globalDispatcher(): Dispatcher | undefined {
  // Node makes it when one of the fetch globals is first touched.
  if (!(LEGACY in holder)) Reflect.get(globalThis, 'Response');
  const legacy = usable(holder[LEGACY]);
  // Newer ones keep a wrapper under the old name, which speaks HTTP/1.1 only.
  return legacy?.constructor.name === 'Dispatcher1Wrapper'
    ? (usable(holder[NEWEST]) ?? legacy)
    : (legacy ?? usable(holder[NEWEST]));
}
