import { ApiError, type Result } from '../../lib/index.js';
import { explosiveProxy, revokedProxy, withGetter } from '../support/hostile-values.js';
import { type Behaviour, does, type MiddlewarePlan, type Trait } from './behaviour.js';
import { makeThrown } from './thrown.js';
import type { World } from './world.js';

type Make = (result: Result<unknown>, plan: MiddlewarePlan, world: World) => unknown;

/** Makes something of what its `next()` gave. */
const makes = (make: Make, ...traits: Trait[]): Behaviour =>
  does(async (_ctx, next, plan, world) => make(await next(), plan, world), 'result', ...traits);

const withError = (make: (plan: MiddlewarePlan) => unknown): Behaviour =>
  makes((result, plan) => ({ ...result, data: null, error: make(plan) }), 'null');

const madeError = (): ApiError =>
  new ApiError({ kind: 'http', status: 418, request: { method: '', url: '' } });

/** Says another thing at each look. */
const flipping = (result: Result<unknown>): object => {
  const flips = (one: unknown, other: unknown): PropertyDescriptor => {
    let looks = 0;
    return { get: () => ((looks += 1) % 2 === 0 ? one : other), enumerable: true };
  };
  return Object.defineProperties(
    { ...result },
    { error: flips(null, madeError()), data: flips({ a: 1 }, null) },
  );
};

const revokedSoon = (result: Result<unknown>, { time }: World): object => {
  const { proxy, revoke } = Proxy.revocable(result, {});
  time.after(0, revoke);
  return proxy;
};

/** Results that are none, or none any more at the next look. */
export const malformed: Readonly<Record<string, Behaviour>> = {
  'puts data beside its error': makes((result) => ({ ...result, data: 'fallback' })),
  'takes the error out': makes((result) => ({ ...result, error: null }), 'null'),
  'leaves the error undefined': makes((result) => ({ ...result, error: undefined }), 'null'),
  'leaves the error out': makes(({ data, response, retry }) => ({ data, response, retry }), 'null'),
  'leaves data and error out': makes(({ response, retry }) => ({ response, retry })),
  'leaves data and error undefined': makes(
    (result) => ({ ...result, data: undefined, error: undefined }),
    'null',
  ),
  'puts its error into the Result': makes((result) => Object.assign(result, { error: madeError() })),
  'takes the error out of the Result': makes((result) => Object.assign(result, { error: null }), 'null'),
  'has an error of an unknown kind': withError(() => Object.assign(new Error('odd'), { kind: 'odd' })),
  'has a plain object as error': withError(() => ({ kind: 'http', status: 500 })),
  'has a text as error': withError(() => 'no'),
  'has false as error': withError(() => false),
  'has a thenable as error': withError(() => ({ then: (use: (value: unknown) => void) => use(1) })),
  'has anything as error': withError(({ thrown }) => makeThrown(thrown)),
  'has an error whose kind throws': withError(() => withGetter('kind')),
  'has an explosive proxy as error': withError(explosiveProxy),
  'has a revoked proxy as error': withError(revokedProxy),
  'has data that throws': makes((result) => withGetter('data', { ...result })),
  'has a retry that throws': makes((result) => withGetter('retry', { ...result })),
  'has a retry that is none': makes((result) => ({ ...result, retry: 5 })),
  'has a response that is none': makes((result) => ({ ...result, response: 5 })),
  'changes the Result later': makes((result, { wait }, { time }) => {
    time.after(wait, () => Object.assign(result, { data: 'later', error: madeError() }));
    return result;
  }),
  'freezes the Result': makes((result) => Object.freeze(result)),
  'freezes a copy': makes((result) => Object.freeze({ ...result })),
  'wraps the Result in a proxy': makes((result) => new Proxy(result, {})),
  'wraps it in one that is revoked later': makes((result, _plan, world) => revokedSoon(result, world)),
  'has a Result that flips': makes(flipping, 'null'),
  'has the Result of another call': makes((result, _plan, { others }) => others.at(-1) ?? result, 'foreign'),
};
