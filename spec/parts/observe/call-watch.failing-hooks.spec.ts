import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { watch } from '../../../lib/observe.js';
import { answering, oneEndpoint } from '../../support/one-endpoint.js';
import { recorder } from '../../support/recorder.js';

type Hook = (...args: unknown[]) => unknown;

const HOOKS: readonly (readonly [string, Hook])[] = [
  [
    'throws',
    () => {
      throw new Error('hook');
    },
  ],
  ['rejects', () => Promise.reject(new Error('hook'))],
  ['throws undefined', () => Promise.reject()],
  ['never settles', () => new Promise(() => {})],
  ['gives nothing', () => undefined],
  ['gives null', () => null],
  ['gives text', () => 'text'],
];

const unhandled = jest.fn();

beforeEach(() => void process.on('unhandledRejection', unhandled));
afterEach(async () => {
  await setImmediate();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

/** An observer all of whose hooks do the same, down to the depth where hooks give further ones. */
const manners = (hook: Hook): readonly (readonly [string, object])[] => {
  const attempt = { around: hook, joined: hook, response: hook, end: hook };
  return [
    ['call', { call: hook }],
    ['those of the call', { call: () => ({ around: hook, attempt: hook, note: hook, end: hook }) }],
    ['those of the attempt', { call: () => ({ attempt: () => attempt }) }],
  ];
};

const expectUnharmed = async (observer: object): Promise<void> => {
  const fetch = answering();
  const seen = recorder();
  const api = oneEndpoint({
    fetch,
    client: {
      watch: watch(observer as never, seen.observer),
      middleware: [
        (ctx, next) => {
          ctx.request.note({ type: 'mine' });
          return next();
        },
      ],
    },
    endpoint: { share: true },
  });
  const results = await Promise.all([api.call(), api.call()]);
  expect(results.map(({ data }) => data)).toEqual([{ ok: true }, { ok: true }]);
  expect(fetch).toHaveBeenCalledTimes(1);
  // The one behind it sees all that there is to see.
  expect([seen.ends.length, seen.attemptEnds.length, seen.lines.length]).toEqual([2, 2, 12]);
};

describe.each(HOOKS)('a hook that %s', (_manner, hook) => {
  it.each(manners(hook))(
    'neither fails nor delays a call, nor keeps others from seeing it: %s',
    (_which, observer) => expectUnharmed(observer),
  );
});

describe('a hook that is slow', () => {
  it('is not waited for', async () => {
    const finished = jest.fn();
    const slow = async (): Promise<void> => {
      await setImmediate();
      await setImmediate();
      finished();
    };
    const observer = { call: () => ({ around: slow, note: slow, end: slow }) } as never;
    const api = oneEndpoint({ client: { watch: watch(observer) } });
    expect((await api.call()).error).toBeNull();
    expect(finished).not.toHaveBeenCalled();
  });
});
