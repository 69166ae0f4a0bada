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

describe('globalDispatcher', () => {
  it('returns undefined in a runtime without a dispatcher', () => {
    expect(globalDispatcher()).toBeUndefined();
  });

  it('returns the dispatcher of Node 20 to 24', () => {
    const legacy = new Agent();
    set(legacy, new Agent());
    expect(globalDispatcher()).toBe(legacy);
  });

  it('returns the newer dispatcher if the older symbol holds only its wrapper', () => {
    const newest = new Agent();
    set(new Dispatcher1Wrapper(), newest);
    expect(globalDispatcher()).toBe(newest);
  });

  it('returns the only dispatcher that exists', () => {
    const newest = new Agent();
    set(undefined, newest);
    expect(globalDispatcher()).toBe(newest);
  });

  it('ignores an object without a dispatch method', () => {
    set({}, {});
    expect(globalDispatcher()).toBeUndefined();
  });
});

describe('a handler of the older shape', () => {
  it('is passed to the dispatcher under the older symbol, whose callers pass no other shape', () => {
    const legacy = new Agent();
    set(legacy);
    expect(takesOlder(legacy)).toBe(true);
  });

  it('is passed to another dispatcher of the same version', () => {
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
    ['written by hand', { dispatch: () => true }],
    ['without a prototype', Object.assign(Object.create(null) as object, { dispatch: () => true })],
  ])('is not passed to a dispatcher %s', (_, other) => {
    set(new Agent());
    expect(takesOlder(other)).toBe(false);
  });

  it('is not passed to a dispatcher with interceptors', () => {
    const dispatch = (): boolean => true;
    const composed = new Proxy(new Agent(), {
      get: (target, key): unknown => (key === 'dispatch' ? dispatch : Reflect.get(target, key)),
    });
    set(composed);
    expect(takesOlder(composed)).toBe(false);
  });
});
