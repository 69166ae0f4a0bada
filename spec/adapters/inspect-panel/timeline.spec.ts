import { describe, expect, it } from 'vitest';
import {
  type Filter,
  dependsOn,
  type Line,
  linesOf,
  matches,
  segmentsOf,
  spanOf,
  verdictOf,
} from '../../../lib/adapters/inspect-panel/timeline.js';
import type { SeenCall } from '../../../lib/entries/inspect.js';
import { seenAttempt, seenCall } from '../../support/seen.js';

const running = (more: Partial<SeenCall> = {}): SeenCall => {
  const { outcome: _outcome, endedAt: _endedAt, ...call } = seenCall();
  return { ...call, ...more };
};

describe('the bars of a call (rules.md#inspector)', () => {
  const shown = (call: SeenCall, now = 1000) =>
    segmentsOf(call, now).map(({ kind, from, to }) => `${kind} ${from}-${to}`);

  it('separate the wait for the response from the reading of its body', () => {
    expect(shown(seenCall({ attempts: [seenAttempt()] }))).toEqual(['wait 100-150', 'body 150-200']);
  });

  it('extend until now while the call runs', () => {
    const { answeredAt: _answeredAt, endedAt: _endedAt, ...waiting } = seenAttempt();
    expect(shown(running({ attempts: [waiting] }))).toEqual(['wait 100-1000']);
    expect(shown(running({ attempts: [{ ...waiting, answeredAt: 150 }] }))).toEqual([
      'wait 100-150',
      'body 150-1000',
    ]);
  });

  it('include the pauses between attempts, up to the end of the call', () => {
    const notes = [
      { type: 'wait', at: 120, ms: 30, why: 'retry' },
      { type: 'wait', at: 180, ms: 500, why: 'retry' },
      { type: 'cache', at: 1, hit: false },
    ];
    expect(shown(seenCall({ notes }))).toEqual(['pause 120-150', 'pause 180-200']);
  });

  it('include the wait for the request of another call', () => {
    expect(shown(seenCall({ attempts: [seenAttempt({ joined: 7 })] }))).toEqual(['joined 100-200']);
  });
});

describe('the state of a call', () => {
  it.each<[SeenCall, string]>([
    [seenCall(), '✓ 200'],
    [seenCall({ notes: [{ type: 'cache', at: 1, hit: true }] }), '✓ 200, cache'],
    [seenCall({ outcome: { kind: 'http', status: 404 } }), '✕ 404'],
    [seenCall({ outcome: { kind: 'timeout', status: 0 } }), '◔ timeout'],
    [seenCall({ outcome: { kind: 'superseded', status: 0 } }), '⇥ superseded'],
    [running(), '… running'],
  ])('is shown as a sign and a word', (call, shown) => {
    const { sign, word } = verdictOf(call);
    expect(`${sign} ${word}`).toBe(shown);
  });
});

describe('the lines of the timeline', () => {
  const [one, two] = [
    seenCall({ id: 1, group: 'poll 3' }),
    seenCall({ id: 2, group: 'poll 3', endedAt: 400 }),
  ];
  const calls = [one, seenCall({ id: 4 }), two];
  const keys = (lines: readonly Line[]) => lines.map(({ key, size, isInside }) => [key, size, isInside]);

  it('show one line for a group, with its newest call', () => {
    const lines = linesOf(calls, new Set());
    expect(keys(lines)).toEqual([
      ['poll 3', 2, false],
      ['call 4', 0, false],
    ]);
    expect({ call: lines[0]?.call, calls: lines[0]?.calls }).toEqual({ call: two, calls: [one, two] });
  });

  it('include the calls of an open group', () => {
    expect(keys(linesOf(calls, new Set(['poll 3'])))).toEqual([
      ['poll 3', 2, false],
      ['call 1', 0, true],
      ['call 2', 0, true],
      ['call 4', 0, false],
    ]);
  });

  it('extend from the first start to the last end', () => {
    expect(spanOf(linesOf(calls, new Set()), 1000)).toEqual({ from: 100, to: 400 });
    expect(spanOf([], 1000)).toEqual({ from: 1000, to: 1001 });
  });
});

describe('a call depends on', () => {
  it.each<[string, SeenCall, number | undefined]>([
    ['the call whose request it joined', seenCall({ attempts: [seenAttempt({ joined: 7 })] }), 7],
    ['the call that superseded it', seenCall({ supersededBy: 8 }), 8],
    ['no call if it sent its own request', seenCall({ attempts: [seenAttempt()] }), undefined],
  ])('%s', (_, call, id) => {
    expect(dependsOn(call)).toBe(id);
  });
});

describe('a filter', () => {
  const any: Filter = { text: '', kind: '', status: '' };
  const call = seenCall({
    client: 'shop',
    operation: 'query user',
    attempts: [seenAttempt({ joined: 7 })],
    notes: [{ type: 'cache', at: 1, hit: true }],
  });

  it.each<[Partial<Filter>, boolean]>([
    [{}, true],
    [{ text: 'SHOP.get' }, true],
    [{ text: 'users/1' }, true],
    [{ text: 'post' }, false],
    [{ kind: 'ok' }, true],
    [{ kind: 'cache' }, true],
    [{ kind: 'joined' }, true],
    [{ kind: 'http' }, false],
    [{ status: '2' }, true],
    [{ status: '4' }, false],
    [{ status: '00' }, false],
    [{ text: 'query user' }, true],
    [{ text: 'shop', kind: 'http' }, false],
  ])('with %j matches a call: %s', (filter, isFound) => {
    expect(matches(call, { ...any, ...filter })).toBe(isFound);
  });

  it('matches a running call', () => {
    expect(matches(running(), { ...any, kind: 'running' })).toBe(true);
  });
});
