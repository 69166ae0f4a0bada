import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limited, type Said } from '../../../support/limited.js';

// Removes the random spread of the end of a wait.
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const longWait = { maxWait: 3_600_000 };

/** After one response, five more calls start. Returns how many are sent at once, and after this number of seconds. */
const goOn = async (
  said: Said,
  after: number,
  status = 200,
  options = {},
): Promise<[number, number, number]> => {
  const { answer, begin, later } = limited({ ...longWait, ...options });
  await begin(1);
  await answer(0, said, status);
  const atOnce = (await begin(5)) - 1;
  const before = (await later(after * 1000 - 1)) - 1;
  return [atOnce, before, (await later(1)) - 1];
};

describe('Retry-After (rules.md#rate-limit)', () => {
  it.each([429, 503, 403])('with status %d delays all calls, and then lets one go', async (status) => {
    expect(await goOn({ 'retry-after': '7' }, 7, status)).toEqual([0, 0, 1]);
  });

  it.each([200, 301, 500])('with status %d has no effect', async (status) => {
    expect((await goOn({ 'retry-after': '7' }, 7, status))[0]).toBe(5);
  });

  it('can be a date', async () => {
    expect(await goOn({ 'retry-after': 'Thu, 01 Jan 1970 00:00:07 GMT' }, 7, 429)).toEqual([0, 0, 1]);
  });

  it.each(['"p";r=5;t=60', '"p";r=0;t=60'])('wins over RateLimit: %s', async (ratelimit) => {
    expect(await goOn({ 'retry-after': '7', ratelimit }, 7, 429)).toEqual([0, 0, 1]);
  });

  it.each<[string, Said, number]>([
    ['a window', { ratelimit: '"p";r=50;t=60' }, 200],
    ['a lower number', { 'retry-after': '2' }, 429],
  ])('wins over %s that arrives later for an earlier request', async (_, said, status) => {
    const { answer, begin, later } = limited(longWait);
    await begin(2);
    await answer(0, { 'retry-after': '7' }, 429);
    await answer(1, said, status);
    expect([await begin(5), await later(6999), await later(1)]).toEqual([2, 2, 3]);
  });

  it('is limited to one day', async () => {
    expect(await goOn({ 'retry-after': '99999999' }, 86_400, 429, { maxWait: 2 ** 31 })).toEqual([0, 0, 1]);
  });

  it('of 0 lets one call go at once', async () => {
    expect((await goOn({ 'retry-after': '0' }, 1, 429))[0]).toBe(1);
  });
});

describe('RateLimit of drafts 8 and later (rules.md#rate-limit)', () => {
  it.each<[string, string, [number, number, number]]>([
    ['lets the remaining number of calls go', '"p";r=3;t=10', [3, 3, 4]],
    ['lets no call go if nothing remains', '"p";r=0;t=10', [0, 0, 1]],
    ['uses the strictest policy', '"a";r=9;t=10, "b";r=2;t=10, "c";r=4;t=10', [2, 2, 3]],
    ['uses the longer of two exhausted policies', '"a";r=0;t=1, "b";r=0;t=10', [0, 0, 1]],
    ['can have names with any characters', String.raw`"a, \"b\";r=0";r=3;t=10`, [3, 3, 4]],
    ['can have a partition key', '"p";r=3;pk=:YWJjO2Q=:;t=10', [3, 3, 4]],
    ['can have spaces', '"p" ; r=3; t=10 ,  "q";r=4;t=10', [3, 3, 4]],
    ['can have a token as a name', 'p;r=3;t=10', [3, 3, 4]],
  ])('%s', async (_, ratelimit, going) => {
    expect(await goOn({ ratelimit }, 10)).toEqual(going);
  });

  const others: [string, string][] = [
    ['a token with : and /', "urn:ietf:rate/p!#$%&'*+-.^_`|~"],
    ['a token that starts with *', '*'],
    ['a Display String', '%"f%c3%bcr, alle; r=0\\"'],
    ['an empty Display String', '%""'],
    ['a Byte Sequence', ':YWJjO2Q=:'],
    ['a Boolean', '?1'],
    ['a Date', '@1659578233'],
    ['a Decimal', '-1.5'],
  ];

  it.each(others)('reads %s as a name, as a parameter and in another item', async (_, value) => {
    expect(await goOn({ ratelimit: `${value};r=3;t=10` }, 10)).toEqual([3, 3, 4]);
    expect(await goOn({ ratelimit: `"p";x=${value};r=3;t=10` }, 10)).toEqual([3, 3, 4]);
    expect(await goOn({ ratelimit: `"p";r=3;t=10, ${value};x=${value}` }, 10)).toEqual([3, 3, 4]);
    expect(await goOn({ ratelimit: `${value};w=5, "p";r=3;t=10` }, 10)).toEqual([3, 3, 4]);
  });

  it.each(['()', '( "a"  b:c )', `(%"x)" "(";r=0;t=10 ${others.map(([, value]) => value).join(' ')})`])(
    'ignores the inner list %s, and reads the items next to it',
    async (inner) => {
      expect(await goOn({ ratelimit: `${inner};r=0;t=10, "p";r=3;t=10` }, 10)).toEqual([3, 3, 4]);
      expect(await goOn({ ratelimit: `"p";r=3;t=10, ${inner}` }, 10)).toEqual([3, 3, 4]);
    },
  );

  it.each(['"p";r=-1;t=10', '"p";r=@5;t=10', '"p";r=%"0";t=10', '"p";r;t=10'])(
    'ignores the item %s, and reads the others',
    async (item) => {
      expect(await goOn({ ratelimit: `${item}, "q";r=3;t=10` }, 10)).toEqual([3, 3, 4]);
    },
  );

  it.each([
    '"p";r=-1;t=10',
    '"p";r=1.5;t=10',
    '"p";r=0',
    '"p";r=0;t=-10',
    '"p";r=0;t=1e9',
    '"p;r=0;t=10',
    '"p";r=0;t=10,',
    '"p";r=0;t=10 "q"',
    '%"p;r=0;t=10',
    '%o;r=0;t=10',
    ':YWJj;r=0;t=10',
    '("p";r=0;t=10',
    '"p";r=0;t=10, )',
    '"p";x=("a");r=0;t=10',
    ',',
    '',
    `"${'p'.repeat(3000)}";r=0;t=10`,
  ])('has no effect if it is malformed: %s', async (ratelimit) => {
    expect((await goOn({ ratelimit }, 10))[0]).toBe(5);
  });

  it('has no effect on a response from a cache', async () => {
    expect((await goOn({ ratelimit: '"p";r=0;t=10', age: '3' }, 10))[0]).toBe(5);
    expect((await goOn({ ratelimit: '"p";r=0;t=10', age: '0' }, 10))[0]).toBe(0);
  });

  it('includes running requests, which reduce the remaining number', async () => {
    const { answer, begin } = limited(longWait);
    await begin(3);
    await answer(0, { ratelimit: '"p";r=5;t=10' });
    expect(await begin(9)).toBe(3 + 3);
  });

  it("includes its own request: a late response doesn't restore requests that were sent in the meantime", async () => {
    const { answer, begin } = limited(longWait);
    await begin(2);
    await answer(1, { ratelimit: '"p";r=2;t=10' });
    expect(await begin(3)).toBe(3);
    await answer(0, { ratelimit: '"p";r=3;t=10' });
    expect(await begin(3)).toBe(3);
  });

  it('starts a new count with the next window', async () => {
    const { answer, begin, later } = limited(longWait);
    await begin(1);
    await answer(0, { ratelimit: '"p";r=1;t=10' });
    await begin(4);
    await answer(1, { ratelimit: '"p";r=0;t=10' });
    expect(await later(10_000)).toBe(3);
    await answer(2, { ratelimit: '"p";r=7;t=10' });
    expect(await begin(9)).toBe(3 + 7);
  });

  it('recognizes a window that started earlier than announced', async () => {
    const { answer, begin, later } = limited(longWait);
    await begin(1);
    await answer(0, { ratelimit: '"p";r=1;t=10' });
    await later(5000);
    await begin(1);
    await answer(1, { ratelimit: '"p";r=3;t=10' });
    expect(await begin(9)).toBe(2 + 3);
  });
});

describe('RateLimit-Policy (rules.md#rate-limit)', () => {
  const policy = (text: string): Said => ({ 'ratelimit-policy': text });

  it.each<[string, string, number]>([
    ['that counts concurrent requests limits them', '"p";q=2;qu="concurrent-requests"', 2],
    ['that allows more than its own limit has no effect', '"p";q=90;qu="concurrent-requests"', 4],
    [
      'with several items uses the strictest',
      '"p";q=3;qu="concurrent-requests", "q";q=2;qu="concurrent-requests"',
      2,
    ],
    ['that counts bytes has no effect', '"p";q=1;qu="content-bytes";w=60', 4],
    [
      'that allows none next to another item has no effect',
      '"p";q=0;qu="concurrent-requests", "q";q=2;qu="concurrent-requests"',
      2,
    ],
    ['can contain unknown items', '%"%c3%bc";q=2;qu="concurrent-requests";x=a:b, ("p");w=1', 2],
    ['that allows none is malformed', '"p";q=0;qu="concurrent-requests"', 4],
    ['that is malformed has no effect', '"p";q=x;qu="concurrent-requests"', 4],
  ])('%s', async (_, text, going) => {
    const { answer, begin } = limited({ concurrency: 4 });
    await begin(2);
    await answer(0, policy(text));
    expect((await begin(9)) - 1).toBe(going);
  });

  it('that counts bytes disables the remaining number of bytes', async () => {
    const said = { ...policy('"p";q=1000;qu="content-bytes";w=60'), ratelimit: '"p";r=0;t=10' };
    expect((await goOn(said, 10))[0]).toBe(5);
  });

  it('that counts requests determines the window length if nothing else does', async () => {
    expect(await goOn({ ...policy('"p";q=9;w=10'), ratelimit: '"p";r=2' }, 10)).toEqual([2, 2, 3]);
  });
});

describe('the fields of drafts 6 and 7 (rules.md#rate-limit)', () => {
  it.each<[string, Said]>([
    ['7 as one field', { ratelimit: 'limit=9, remaining=2, reset=10' }],
    ['6 as three fields', { 'ratelimit-limit': '9', 'ratelimit-remaining': '2', 'ratelimit-reset': '10' }],
  ])('are supported for draft %s', async (_, said) => {
    expect(await goOn({ ...said, 'ratelimit-policy': '9;w=10' }, 10)).toEqual([2, 2, 3]);
  });

  it.each<Said>([
    { ratelimit: 'limit=9, remaining=-2, reset=10' },
    { ratelimit: 'limit=9, remaining=0' },
    { ratelimit: 'limit=9, remaining=0, reset=soon' },
    { 'ratelimit-remaining': '0' },
    { 'ratelimit-remaining': '0', 'ratelimit-reset': '-1' },
    { 'ratelimit-remaining': '', 'ratelimit-reset': '10' },
    { 'ratelimit-remaining': '0, 0', 'ratelimit-reset': '10, 10' },
  ])('have no effect if they are malformed: %j', async (said) => {
    expect((await goOn(said, 10))[0]).toBe(5);
  });
});

describe('X-RateLimit-* (rules.md#rate-limit)', () => {
  const said = (reset: string, remaining = '2'): Said => ({
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': reset,
  });

  it.each<[string, string, number]>([
    ['seconds', '10', 10],
    ['seconds with a fraction', '0.5', 0.5],
    ['seconds since the epoch', '1000000010', 10],
    ['milliseconds since the epoch', '1000000010000', 10],
  ])('can have its reset as %s', async (_, reset, after) => {
    const { answer, begin, later } = limited(longWait);
    vi.advanceTimersByTime(1_000_000_000_000);
    await begin(1);
    await answer(0, said(reset));
    expect([await begin(5), await later(after * 1000 - 1), await later(1)]).toEqual([3, 3, 4]);
  });

  it.each([
    ['lets one call go as a test', '0', 2],
    ['has no effect if some remain, as one of the two clocks is wrong', '5', 6],
  ])('with a reset in the past %s', async (_, left, going) => {
    const { answer, begin } = limited(longWait);
    vi.advanceTimersByTime(2_000_000_000_000);
    await begin(1);
    await answer(0, said('1000000000', left));
    expect(await begin(5)).toBe(going);
  });

  it.each([said('1s'), said('-5', '0'), said('10', 'none'), said('NaN', '0'), said('1e400', '0')])(
    'has no effect if it is malformed: %j',
    async (headers) => {
      expect((await goOn(headers, 10))[0]).toBe(5);
    },
  );

  it('has no effect next to the headers of a draft', async () => {
    expect(await goOn({ ...said('99', '0'), ratelimit: '"p";r=3;t=10' }, 10)).toEqual([3, 3, 4]);
  });
});

describe('a 429 without rate limit headers (rules.md#rate-limit)', () => {
  it('delays all calls by the backoff', async () => {
    expect(await goOn({}, 0.25, 429)).toEqual([0, 0, 1]);
  });

  it('doubles the wait with each consecutive 429, and resets it after a success', async () => {
    const { answer, begin, later } = limited();
    const waits: unknown[] = [];
    // One request is always running.
    await begin(2);
    for (const [at, status] of [429, 429, 429, 200, 429].entries()) {
      await answer(at + 1, {}, status);
      await begin(1);
      const since = Date.now();
      vi.advanceTimersToNextTimer();
      waits.push(Date.now() - since);
      await later(0);
    }
    expect(waits).toEqual([250, 500, 1000, 0, 250]);
  });

  it('counts simultaneous requests as one', async () => {
    const { answer, begin, later } = limited();
    await begin(10);
    for (let at = 0; at < 10; at += 1) await answer(at, {}, 429);
    expect([await begin(1), await later(249), await later(1)]).toEqual([10, 10, 11]);
  });

  it('ignores headers with a remaining number, and uses the window if nothing remains', async () => {
    expect(await goOn({ ratelimit: '"p";r=5;t=60' }, 0.25, 429)).toEqual([0, 0, 1]);
    expect(await goOn({ ratelimit: '"p";r=0;t=60' }, 60, 429)).toEqual([0, 0, 1]);
  });

  it.each([403, 503, 500, 200])('is not a %d', async (status) => {
    expect((await goOn({}, 1, status))[0]).toBe(5);
  });
});

describe('the preset github (rules.md#rate-limit)', () => {
  const github = { preset: 'github' as const };

  it.each([429, 403])('delays all calls by 60 s after a %d without rate limit headers', async (status) => {
    expect(await goOn({}, 60, status, github)).toEqual([0, 0, 1]);
  });

  it.each([429, 403])('uses the rate limit headers of a %d', async (status) => {
    const said = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '90' };
    expect(await goOn(said, 90, status, github)).toEqual([0, 0, 1]);
    expect(await goOn({ ...said, 'retry-after': '30' }, 30, status, github)).toEqual([0, 0, 1]);
  });

  it.each<[string, unknown, number]>([
    ["doesn't wait for a missing permission", { message: 'Resource not accessible' }, 5],
    [
      'waits if the body contains a rate limit message',
      { message: 'You have exceeded a secondary rate limit.' },
      0,
    ],
    ["doesn't wait if the body is not an object", 'rate limit', 5],
    ["doesn't wait if the message is not a string", { message: { rate: 'limit' } }, 5],
  ])('%s', async (_, body, going) => {
    const { requests, begin } = limited({ ...longWait, ...github });
    await begin(1);
    const headers = { 'x-ratelimit-remaining': '4000', 'x-ratelimit-reset': '900' };
    requests[0]?.answer(body, { status: 403, headers });
    await begin(0);
    expect((await begin(5)) - 1).toBe(going);
  });

  it('uses the window if the body reports that it is exhausted', async () => {
    const { requests, begin, later } = limited({ ...longWait, ...github });
    await begin(1);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '900' };
    requests[0]?.answer({ message: 'API rate limit exceeded' }, { status: 403, headers });
    await begin(0);
    expect([await begin(5), await later(899_999), await later(1)]).toEqual([1, 1, 2]);
  });
});

describe('a window that has ended (rules.md#rate-limit)', () => {
  const used = async () => {
    const set = limited(longWait);
    await set.begin(1);
    await set.answer(0, { ratelimit: '"p";r=0;t=10' });
    await set.begin(5);
    await set.later(10_000);
    return set;
  };

  it.each<[string, Said, number, number]>([
    ['by the headers of its response', { ratelimit: '"p";r=2;t=10' }, 200, 4],
    ['all of them without headers', {}, 200, 6],
    ['none if it is rejected', { 'retry-after': '5' }, 429, 2],
  ])('lets one call go, and then the others: %s', async (_, said, status, going) => {
    const { answer, begin } = await used();
    expect(await begin(0)).toBe(2);
    await answer(1, said, status);
    expect(await begin(0)).toBe(going);
  });

  it('lets another call go if the first receives no response', async () => {
    const { requests, begin } = await used();
    requests[1]?.fail(new TypeError('reset'));
    expect(await begin(0)).toBe(3);
  });

  it('lets another call go if the first hangs for 10 s, again and again', async () => {
    const { later } = await used();
    expect([await later(9999), await later(1)]).toEqual([2, 3]);
    expect([await later(9999), await later(1)]).toEqual([3, 4]);
  });

  it('uses the headers of a call that hung', async () => {
    const { answer, begin, later } = await used();
    await later(10_000);
    await answer(1, { ratelimit: '"p";r=2;t=10' });
    expect(await begin(0)).toBe(4);
  });

  it('keeps waiting for the next call if one that hung fails', async () => {
    const { requests, answer, begin, later } = await used();
    await later(10_000);
    requests[1]?.fail(new TypeError('reset'));
    expect([await begin(0), await later(9999)]).toEqual([3, 3]);
    await answer(2);
    expect(await begin(0)).toBe(6);
  });

  it('lets one call go even if it was not exhausted', async () => {
    const { answer, begin, later } = limited(longWait);
    await begin(1);
    await answer(0, { ratelimit: '"p";r=9;t=10' });
    await later(10_000);
    expect(await begin(5)).toBe(2);
  });
});
