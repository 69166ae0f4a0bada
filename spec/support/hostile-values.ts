import { ApiError } from '../../lib/index.js';

const explode = (): never => {
  throw new Error('do not touch');
};

export const revokedProxy = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

/** Every operation on it throws. */
export const explosiveProxy = (): object =>
  new Proxy({}, { get: explode, has: explode, ownKeys: explode, getPrototypeOf: explode });

export const withGetter = (name: string, object: object = new Error('booby-trapped')): object =>
  Object.defineProperty(object, name, { get: explode, enumerable: true, configurable: true });

const cyclicCause = (): Error => {
  const error = new Error('cyclic');
  error.cause = error;
  return error;
};

const deepCause = (): Error => {
  let error = new Error('bottom');
  for (let depth = 0; depth < 10_000; depth += 1) error = new Error('deep', { cause: error });
  return error;
};

/** Values to throw or to use as an abort reason. Created for each call. */
export const hostileValues: [string, () => unknown][] = [
  ['undefined', () => undefined],
  ['null', () => null],
  ['an empty string', () => ''],
  ['a string', () => 'broken'],
  ['0', () => 0],
  ['NaN', () => NaN],
  ['a bigint', () => 1n],
  ['a symbol', () => Symbol('s')],
  ['a function', () => explode],
  ['a plain object', () => ({ code: 'E' })],
  ['an object without a prototype', () => Object.create(null)],
  ['an Error', () => new Error('broken')],
  ['a frozen Error', () => Object.freeze(new Error('frozen'))],
  ['an Error with a throwing cause', () => withGetter('cause')],
  ['an Error with a throwing name', () => withGetter('name')],
  ['an Error with a throwing message', () => withGetter('message')],
  ['an Error that causes itself', cyclicCause],
  ['an Error with 10,000 causes', deepCause],
  ['an Error named AbortError', () => Object.assign(new Error('a'), { name: 'AbortError' })],
  ['an Error named TimeoutError', () => Object.assign(new Error('t'), { name: 'TimeoutError' })],
  ['an ApiError', () => new ApiError({ kind: 'abort', request: { method: 'GET', url: '/' } })],
  ['a thenable that never settles', () => ({ then: () => {} })],
  ['a thenable that throws', () => ({ then: explode })],
  ['an object with a throwing then', () => withGetter('then', {})],
  ['an object with a throwing toString', () => ({ toString: explode })],
  ['a proxy that throws at every touch', explosiveProxy],
  ['a revoked proxy', revokedProxy],
];

/** Whether `error.body` is the same value. Never prints the value. */
export const isBody = (body: unknown, value: unknown): boolean => Object.is(body ?? null, value ?? null);
