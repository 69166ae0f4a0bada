import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limited, type Said } from '../../../support/limited.js';

// Without the spread of those who wake up.
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const longWait = { maxWait: 3_600_000 };

/** After one answer five more calls begin: how many of them go at once, and how many when so many seconds have passed. */
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
  it.each([429, 503, 403])('with status %d makes all wait, and then one goes', async (status) => {
    expect(await goOn({ 'retry-after': '7' }, 7, status)).toEqual([0, 0, 1]);
  });

  it.each([200, 301, 500])('with status %d says nothing', async (status) => {
    expect((await goOn({ 'retry-after': '7' }, 7, status))[0]).toBe(5);
  });

  it('may be a date', async () => {
    expect(await goOn({ 'retry-after': 'Thu, 01 Jan 1970 00:00:07 GMT' }, 7, 429)).toEqual([0, 0, 1]);
  });

  it.each(['"p";r=5;t=60', '"p";r=0;t=60'])('wins over RateLimit: %s', async (ratelimit) => {
    expect(await goOn({ 'retry-after': '7', ratelimit }, 7, 429)).toEqual([0, 0, 1]);
  });

  it.each<[string, Said, number]>([
    ['a window', { ratelimit: '"p";r=50;t=60' }, 200],
    ['less', { 'retry-after': '2' }, 429],
  ])('wins over %s that comes in later for a request from before', async (_, said, status) => {
    const { answer, begin, later } = limited(longWait);
    await begin(2);
    await answer(0, { 'retry-after': '7' }, 429);
    await answer(1, said, status);
    expect([await begin(5), await later(6999), await later(1)]).toEqual([2, 2, 3]);
  });

  it('is not believed for more than a day', async () => {
    expect(await goOn({ 'retry-after': '99999999' }, 86_400, 429, { maxWait: 2 ** 31 })).toEqual([0, 0, 1]);
  });

  it('of 0 lets one go at once', async () => {
    expect((await goOn({ 'retry-after': '0' }, 1, 429))[0]).toBe(1);
  });
});

describe('RateLimit of drafts 8 and later (rules.md#rate-limit)', () => {
  it.each<[string, string, [number, number, number]]>([
    ['lets as many go as are left', '"p";r=3;t=10', [3, 3, 4]],
    ['lets nobody go where nothing is left', '"p";r=0;t=10', [0, 0, 1]],
    ['goes by the strictest policy', '"a";r=9;t=10, "b";r=2;t=10, "c";r=4;t=10', [2, 2, 3]],
    ['goes by the one that lasts longer of two that are used up', '"a";r=0;t=1, "b";r=0;t=10', [0, 0, 1]],
    ['may have names with anything in them', String.raw`"a, \"b\";r=0";r=3;t=10`, [3, 3, 4]],
    ['may have a partition key', '"p";r=3;pk=:YWJjO2Q=:;t=10', [3, 3, 4]],
    ['may have spaces', '"p" ; r=3; t=10 ,  "q";r=4;t=10', [3, 3, 4]],
    ['may have a token for a name', 'p;r=3;t=10', [3, 3, 4]],
  ])('%s', async (_, ratelimit, going) => {
    expect(await goOn({ ratelimit }, 10)).toEqual(going);
  });

  const others: [string, string][] = [
    ['a token with : and /', "urn:ietf:rate/p!#$%&'*+-.^_`|~"],
    ['a token that begins with *', '*'],
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
    'ignores an item that says %s, and reads the others',
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
  ])('says nothing where it is malformed: %s', async (ratelimit) => {
    expect((await goOn({ ratelimit }, 10))[0]).toBe(5);
  });

  it('says nothing on a response that a cache has kept', async () => {
    expect((await goOn({ ratelimit: '"p";r=0;t=10', age: '3' }, 10))[0]).toBe(5);
    expect((await goOn({ ratelimit: '"p";r=0;t=10', age: '0' }, 10))[0]).toBe(0);
  });

  it('counts what is underway: what is left may not', async () => {
    const { answer, begin } = limited(longWait);
    await begin(3);
    await answer(0, { ratelimit: '"p";r=5;t=10' });
    expect(await begin(9)).toBe(3 + 3);
  });

  it('counts its own, too: an answer that comes late does not give back what went meanwhile', async () => {
    const { answer, begin } = limited(longWait);
    await begin(2);
    await answer(1, { ratelimit: '"p";r=2;t=10' });
    expect(await begin(3)).toBe(3);
    await answer(0, { ratelimit: '"p";r=3;t=10' });
    expect(await begin(3)).toBe(3);
  });

  it('begins to count anew with the next window', async () => {
    const { answer, begin, later } = limited(longWait);
    await begin(1);
    await answer(0, { ratelimit: '"p";r=1;t=10' });
    await begin(4);
    await answer(1, { ratelimit: '"p";r=0;t=10' });
    expect(await later(10_000)).toBe(3);
    await answer(2, { ratelimit: '"p";r=7;t=10' });
    expect(await begin(9)).toBe(3 + 7);
  });

  it('notices a window that began earlier than was said', async () => {
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
    ['that counts concurrent requests limits these', '"p";q=2;qu="concurrent-requests"', 2],
    ['that allows more than its own limit changes nothing', '"p";q=90;qu="concurrent-requests"', 4],
    [
      'with several goes by the strictest',
      '"p";q=3;qu="concurrent-requests", "q";q=2;qu="concurrent-requests"',
      2,
    ],
    ['that counts bytes says nothing', '"p";q=1;qu="content-bytes";w=60', 4],
    [
      'that allows none beside another says nothing',
      '"p";q=0;qu="concurrent-requests", "q";q=2;qu="concurrent-requests"',
      2,
    ],
    ['may say more than is understood', '%"%c3%bc";q=2;qu="concurrent-requests";x=a:b, ("p");w=1', 2],
    ['that allows none is malformed', '"p";q=0;qu="concurrent-requests"', 4],
    ['that is malformed says nothing', '"p";q=x;qu="concurrent-requests"', 4],
  ])('%s', async (_, text, going) => {
    const { answer, begin } = limited({ concurrency: 4 });
    await begin(2);
    await answer(0, policy(text));
    expect((await begin(9)) - 1).toBe(going);
  });

  it('that counts bytes makes what is left of them say nothing', async () => {
    const said = { ...policy('"p";q=1000;qu="content-bytes";w=60'), ratelimit: '"p";r=0;t=10' };
    expect((await goOn(said, 10))[0]).toBe(5);
  });

  it('that counts requests says how long its window is, where nothing else does', async () => {
    expect(await goOn({ ...policy('"p";q=9;w=10'), ratelimit: '"p";r=2' }, 10)).toEqual([2, 2, 3]);
  });
});

describe('the fields of drafts 6 and 7 (rules.md#rate-limit)', () => {
  it.each<[string, Said]>([
    ['7 as one field', { ratelimit: 'limit=9, remaining=2, reset=10' }],
    ['6 as three', { 'ratelimit-limit': '9', 'ratelimit-remaining': '2', 'ratelimit-reset': '10' }],
  ])('has draft %s', async (_, said) => {
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
  ])('says nothing where it is malformed: %j', async (said) => {
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
  ])('has its reset as %s', async (_, reset, after) => {
    const { answer, begin, later } = limited(longWait);
    vi.advanceTimersByTime(1_000_000_000_000);
    await begin(1);
    await answer(0, said(reset));
    expect([await begin(5), await later(after * 1000 - 1), await later(1)]).toEqual([3, 3, 4]);
  });

  it.each([
    ['lets one go to ask', '0', 2],
    ['says nothing with some left: the clock of one of the two is wrong', '5', 6],
  ])('that was reset in the past %s', async (_, left, going) => {
    const { answer, begin } = limited(longWait);
    vi.advanceTimersByTime(2_000_000_000_000);
    await begin(1);
    await answer(0, said('1000000000', left));
    expect(await begin(5)).toBe(going);
  });

  it.each([said('1s'), said('-5', '0'), said('10', 'none'), said('NaN', '0'), said('1e400', '0')])(
    'says nothing where it is malformed: %j',
    async (headers) => {
      expect((await goOn(headers, 10))[0]).toBe(5);
    },
  );

  it('says nothing beside the fields of a draft', async () => {
    expect(await goOn({ ...said('99', '0'), ratelimit: '"p";r=3;t=10' }, 10)).toEqual([3, 3, 4]);
  });
});

describe('a 429 without figures (rules.md#rate-limit)', () => {
  it('makes all wait as long as a backoff says', async () => {
    expect(await goOn({}, 0.25, 429)).toEqual([0, 0, 1]);
  });

  it('makes them wait twice as long with each that follows, and as long as at first after a success', async () => {
    const { answer, begin, later } = limited();
    const waits: unknown[] = [];
    // One is underway all the time.
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

  it('counts those that were underway together as one', async () => {
    const { answer, begin, later } = limited();
    await begin(10);
    for (let at = 0; at < 10; at += 1) await answer(at, {}, 429);
    expect([await begin(1), await later(249), await later(1)]).toEqual([10, 10, 11]);
  });

  it('has no figures where some are left, and those of the window where none are', async () => {
    expect(await goOn({ ratelimit: '"p";r=5;t=60' }, 0.25, 429)).toEqual([0, 0, 1]);
    expect(await goOn({ ratelimit: '"p";r=0;t=60' }, 60, 429)).toEqual([0, 0, 1]);
  });

  it.each([403, 503, 500, 200])('is not a %d', async (status) => {
    expect((await goOn({}, 1, status))[0]).toBe(5);
  });
});

describe('the preset github (rules.md#rate-limit)', () => {
  const github = { preset: 'github' as const };

  it.each([429, 403])('makes all wait for 60 s after a %d without figures', async (status) => {
    expect(await goOn({}, 60, status, github)).toEqual([0, 0, 1]);
  });

  it.each([429, 403])('goes by the figures of a %d', async (status) => {
    const said = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '90' };
    expect(await goOn(said, 90, status, github)).toEqual([0, 0, 1]);
    expect(await goOn({ ...said, 'retry-after': '30' }, 30, status, github)).toEqual([0, 0, 1]);
  });

  it.each<[string, unknown, number]>([
    ['does not wait for a right that is lacking', { message: 'Resource not accessible' }, 5],
    ['waits where the body says what it is for', { message: 'You have exceeded a secondary rate limit.' }, 0],
    ['does not wait where the body is no object', 'rate limit', 5],
    ['does not wait where the message is no text', { message: { rate: 'limit' } }, 5],
  ])('%s', async (_, body, going) => {
    const { requests, begin } = limited({ ...longWait, ...github });
    await begin(1);
    const headers = { 'x-ratelimit-remaining': '4000', 'x-ratelimit-reset': '900' };
    requests[0]?.answer(body, { status: 403, headers });
    await begin(0);
    expect((await begin(5)) - 1).toBe(going);
  });

  it('goes by the window where the body says that it is used up', async () => {
    const { requests, begin, later } = limited({ ...longWait, ...github });
    await begin(1);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '900' };
    requests[0]?.answer({ message: 'API rate limit exceeded' }, { status: 403, headers });
    await begin(0);
    expect([await begin(5), await later(899_999), await later(1)]).toEqual([1, 1, 2]);
  });
});

describe('a window that is over (rules.md#rate-limit)', () => {
  const used = async () => {
    const set = limited(longWait);
    await set.begin(1);
    await set.answer(0, { ratelimit: '"p";r=0;t=10' });
    await set.begin(5);
    await set.later(10_000);
    return set;
  };

  it.each<[string, Said, number, number]>([
    ['by what that brings', { ratelimit: '"p";r=2;t=10' }, 200, 4],
    ['all, where it brings nothing', {}, 200, 6],
    ['none, where it is refused', { 'retry-after': '5' }, 429, 2],
  ])('lets one go, and then the others: %s', async (_, said, status, going) => {
    const { answer, begin } = await used();
    expect(await begin(0)).toBe(2);
    await answer(1, said, status);
    expect(await begin(0)).toBe(going);
  });

  it('lets another one go where it gets no answer', async () => {
    const { requests, begin } = await used();
    requests[1]?.fail(new TypeError('reset'));
    expect(await begin(0)).toBe(3);
  });

  it('lets another one go where it hangs for 10 s, again and again', async () => {
    const { later } = await used();
    expect([await later(9999), await later(1)]).toEqual([2, 3]);
    expect([await later(9999), await later(1)]).toEqual([3, 4]);
  });

  it('goes by what one brings that has hung', async () => {
    const { answer, begin, later } = await used();
    await later(10_000);
    await answer(1, { ratelimit: '"p";r=2;t=10' });
    expect(await begin(0)).toBe(4);
  });

  it('waits on for the one after it where one fails that has hung', async () => {
    const { requests, answer, begin, later } = await used();
    await later(10_000);
    requests[1]?.fail(new TypeError('reset'));
    expect([await begin(0), await later(9999)]).toEqual([3, 3]);
    await answer(2);
    expect(await begin(0)).toBe(6);
  });

  it('lets one go also where it was not used up', async () => {
    const { answer, begin, later } = limited(longWait);
    await begin(1);
    await answer(0, { ratelimit: '"p";r=9;t=10' });
    await later(10_000);
    expect(await begin(5)).toBe(2);
  });
});
