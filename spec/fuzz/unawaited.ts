import { successResult } from '../../lib/testing.js';
import { type Act, type Behaviour, does } from './behaviour.js';

const stale = (): Promise<unknown> => Promise.resolve(successResult('stale'));

/** Leaves a next, or several, running when it answers. */
const leaves = (act: Act): Behaviour => does(act, 'result', 'repeats', 'background');

/** The first alone: what nobody waits for must not be an unhandled rejection. */
const ignored = (): undefined => undefined;

/** Middleware that doesn't wait for its `next()`, calls it late, or calls it beside itself. */
export const unawaited: Readonly<Record<string, Behaviour>> = {
  'leaves a next behind': leaves((_ctx, next) => {
    void next();
    return stale();
  }),
  'leaves a next behind for later': leaves((_ctx, next, { wait }, { time }) => {
    void time.wait(wait).then(() => void next());
    return stale();
  }),
  'leaves a next behind for much later': leaves((_ctx, next, { wait }, { time }) => {
    void time.wait(3 * wait).then(() => void next());
    return stale();
  }),
  'leaves one next behind after another': leaves((_ctx, next, { wait }, { time }) => {
    void next()
      .catch(ignored)
      .then(() => time.wait(wait))
      .then(() => void next());
    return stale();
  }),
  'leaves two nexts behind': leaves((_ctx, next) => {
    void next();
    void next();
    return stale();
  }),
  'waits for a next no longer than': leaves((_ctx, next, { wait }, { time }) =>
    Promise.race([next(), time.wait(wait).then(stale)]),
  ),
  'calls next once more when it has answered': leaves(async (_ctx, next, { wait }, { time }) => {
    const result = await next();
    void time.wait(wait).then(() => void next());
    return result;
  }),
  'calls next twice at once': does(
    async (_ctx, next) => (await Promise.all([next(), next()]))[1],
    'repeats',
    'background',
  ),
  'races two nexts': does((_ctx, next) => Promise.race([next(), next()]), 'repeats', 'background'),
};
