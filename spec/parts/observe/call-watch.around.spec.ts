import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { around } from '../../../lib/parts/observe/call-watch.js';
import { type CallObserver, type Observer, watch } from '../../../lib/observe.js';
import { answering, oneEndpoint } from '../../support/one-endpoint.js';
import { recorder } from '../../support/recorder.js';

type Hook = <T>(run: () => T) => T;
type Wrappers = Parameters<typeof around>[0];

/** Whatever a hook may do with what it stands around. */
const MANNERS: readonly (readonly [string, unknown])[] = [
  ['runs it and gives what it gave', (run: () => unknown) => run()],
  [
    'throws before',
    () => {
      throw new Error('hook');
    },
  ],
  [
    'throws after',
    (run: () => unknown) => {
      run();
      throw new Error('hook');
    },
  ],
  [
    'runs it twice',
    (run: () => unknown) => {
      run();
      return run();
    },
  ],
  ['never runs it', () => undefined],
  ['gives something else', (run: () => unknown) => [run()]],
  ['is async', async (run: () => unknown) => run()],
  [
    'is async and rejects before',
    async () => {
      throw new Error('hook');
    },
  ],
  [
    'is async and rejects after',
    async (run: () => unknown) => {
      await run();
      throw new Error('hook');
    },
  ],
  [
    'runs it when the call is over',
    async (run: () => unknown) => {
      await setImmediate();
      return run();
    },
  ],
  ['never settles', () => new Promise(() => {})],
  [
    'gives a thenable that rejects',
    () => ({ then: (_: unknown, no: (e: Error) => void) => no(new Error()) }),
  ],
  ['is no function', 7],
];

const unhandled = jest.fn();

beforeEach(() => void process.on('unhandledRejection', unhandled));
afterEach(async () => {
  await setImmediate();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

describe.each(MANNERS)('around, by a hook that %s', (_manner, given) => {
  const hook = given as Hook;

  it('runs the work exactly once, and gives what it gave', () => {
    const work = jest.fn(() => 'done');
    expect(around([{ around: hook }], work)).toBe('done');
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('throws what the work threw', () => {
    const thrown = new Error('work');
    const work = jest.fn(() => {
      throw thrown;
    });
    expect(() => around([{ around: hook }], work)).toThrow(thrown);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('asks every other hook exactly once, whether it stands outside or inside', () => {
    const run: Hook = (inner) => inner();
    const [outer, inner] = [jest.fn(run), jest.fn(run)];
    const wrappers = [{ around: outer }, { around: hook }, { around: inner }] as Wrappers;
    expect(around(wrappers, () => 'done')).toBe('done');
    expect([outer, inner].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('changes nothing for a call, around the call and around its attempt', async () => {
    const fetch = answering();
    const seen = recorder();
    const odd: Observer = { call: () => ({ around: hook, attempt: () => ({ around: hook }) }) };
    const api = oneEndpoint({ fetch, client: { watch: watch(odd, seen.observer) } });
    expect((await api.call()).data).toEqual({ ok: true });
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(seen.lines.at(-1)).toBe('1 end ok');
  });
});

describe('around', () => {
  const lines: string[] = [];
  const named = (name: string): CallObserver => ({
    around: (run) => {
      lines.push(`${name} in`);
      const given = run();
      lines.push(`${name} out`);
      return given;
    },
  });

  it('puts the first outermost', () => {
    around([named('a'), {}, named('b')] as Wrappers, () => lines.push('work'));
    expect(lines.splice(0)).toEqual(['a in', 'b in', 'work', 'b out', 'a out']);
  });

  it('without hooks runs the work', () => {
    expect(around([], () => 'done')).toBe('done');
  });

  it('calls a hook as the method that it is', () => {
    const wrapper = {
      name: 'mine',
      around<T>(run: () => T): T {
        lines.push(this.name);
        return run();
      },
    };
    around([wrapper], () => 'done');
    expect(lines.splice(0)).toEqual(['mine']);
  });
});
