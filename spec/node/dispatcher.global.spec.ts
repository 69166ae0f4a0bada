import { describe, expect, it } from 'vitest';
import { globalDispatcher, takesOlder } from '../../lib/node/dispatcher.js';
import { withoutGlobalDispatcher } from '../support/dispatchers.js';

class Agent {
  dispatch(): boolean {
    return true;
  }
}

class Dispatcher1Wrapper extends Agent {}

const setDispatchers = withoutGlobalDispatcher();
const set = (legacy?: object, newest?: object): void => setDispatchers([legacy, newest]);

describe('the dispatcher behind the global fetch', () => {
  it('is undefined in a runtime without one', () => {
    expect(globalDispatcher()).toBeUndefined();
  });

  it('is the one of Node 20 to 24', () => {
    const legacy = new Agent();
    set(legacy, new Agent());
    expect(globalDispatcher()).toBe(legacy);
  });

  it('is the newer one where the older name has only its wrapper', () => {
    const newest = new Agent();
    set(new Dispatcher1Wrapper(), newest);
    expect(globalDispatcher()).toBe(newest);
  });

  it('is the one that there is', () => {
    const newest = new Agent();
    set(undefined, newest);
    expect(globalDispatcher()).toBe(newest);
  });

  it('is nothing that cannot dispatch', () => {
    set({}, {});
    expect(globalDispatcher()).toBeUndefined();
  });
});

describe('a handler of the older shape alone', () => {
  it('is for what stands under the older name, whose users hand it nothing else', () => {
    const legacy = new Agent();
    set(legacy);
    expect(takesOlder(legacy)).toBe(true);
  });

  it('is for others that dispatch as that does, which are of the same version', () => {
    class Pool extends Agent {}
    set(new Agent());
    expect(takesOlder(new Pool())).toBe(true);
  });

  it.each<[string, { dispatch(): boolean }]>([
    [
      'of another version',
      new (class Agent8 {
        dispatch = (): boolean => true;
      })(),
    ],
    ['by hand', { dispatch: () => true }],
    ['without a prototype', Object.assign(Object.create(null) as object, { dispatch: () => true })],
  ])('is for none %s', (_, other) => {
    set(new Agent());
    expect(takesOlder(other)).toBe(false);
  });

  it('is for none with interceptors in front of it', () => {
    const dispatch = (): boolean => true;
    const composed = new Proxy(new Agent(), {
      get: (target, key): unknown => (key === 'dispatch' ? dispatch : Reflect.get(target, key)),
    });
    set(composed);
    expect(takesOlder(composed)).toBe(false);
  });
});
