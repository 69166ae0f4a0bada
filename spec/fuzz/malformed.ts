import { ApiError, type Result } from '../../lib/index.js';
import { type Behaviour, does, type MiddlewarePlan, type Trait } from './behaviour.js';
import type { World } from './world.js';

type Make = (result: Result<unknown>, plan: MiddlewarePlan, world: World) => unknown;

/** Makes something of what its `next()` gave. */
const makes = (make: Make, ...traits: Trait[]): Behaviour =>
  does(async (_ctx, next, plan, world) => make(await next(), plan, world), 'result', ...traits);

const withError = (make: () => unknown): Behaviour =>
  makes((result) => ({ ...result, data: null, error: make() }), 'null');

const madeError = (): ApiError =>
  new ApiError({ kind: 'http', status: 418, request: { method: '', url: '' } });

/** Results that are none. */
export const malformed: Readonly<Record<string, Behaviour>> = {
  'puts data beside its error': makes((result) => ({ ...result, data: 'fallback' })),
  'takes the error out': makes((result) => ({ ...result, error: null }), 'null'),
  'leaves the error out': makes(({ data, response, retry }) => ({ data, response, retry }), 'null'),
  'leaves data and error out': makes(({ response, retry }) => ({ response, retry })),
  'puts its error into the Result': makes((result) => Object.assign(result, { error: madeError() })),
  'takes the error out of the Result': makes((result) => Object.assign(result, { error: null }), 'null'),
  'has an error of an unknown kind': withError(() => Object.assign(new Error('odd'), { kind: 'odd' })),
  'has a plain object as error': withError(() => ({ kind: 'http', status: 500 })),
  'has a retry that is none': makes((result) => ({ ...result, retry: 5 })),
  'has a response that is none': makes((result) => ({ ...result, response: 5 })),
  'changes the Result later': makes((result, { wait }, { time }) => {
    time.after(wait, () => Object.assign(result, { data: 'later', error: madeError() }));
    return result;
  }),
  'freezes the Result': makes((result) => Object.freeze(result)),
  'has the Result of another call': makes((result, _plan, { others }) => others.at(-1) ?? result, 'foreign'),
};
