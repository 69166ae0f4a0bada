import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { SequenceFraming } from '../../lib/features/stream/text-framing.js';
import { bytes } from '../../lib/entries/stream.js';
import { framed, utf8 } from '../support/framed.js';
import { ManualClock } from '../support/manual-clock.js';
import { bodyOf, fedBody, linesBy, pieces, rest, streamed } from '../support/streamed.js';
import { turn } from '../support/streaming.js';
import { effort } from '../support/effort.js';

/** Fixed, so that a failure can be repeated. */
const SEED = 20_261_122;
const runs = (numRuns: number) => ({ seed: SEED, numRuns: effort(numRuns / 4, numRuns) });

/** A line: a JSON value, invalid JSON, or a value for which the schema fails, throws or is slow. */
const anyLine = fc.oneof(
  { weight: 6, arbitrary: fc.json({ maxDepth: 1 }) },
  fc.constantFrom('{"cut":', 'end', '"refused"', '"thrown"', '"slow"', '"é😀"', '', ' '),
);

type Step =
  | { readonly does: 'write' | 'read' | 'wait'; readonly count: number }
  | { readonly does: 'abort' | 'cancel' | 'return' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('write' as const), count: fc.nat(5) }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('read' as const), count: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('wait' as const), count: fc.nat(120) }) },
  fc.record({ does: fc.constantFrom('abort' as const, 'cancel' as const, 'return' as const) }),
);

const anyScenario = fc.record({
  lines: fc.array(anyLine, { maxLength: 12 }),
  feed: fc.constantFrom('\n', '\r\n'),
  lastFeed: fc.boolean(),
  size: fc.integer({ min: 1, max: 40 }),
  ending: fc.constantFrom('close' as const, 'break off' as const),
  heeds: fc.boolean(),
  steps: fc.array(anyStep, { maxLength: 15 }),
  options: fc.record(
    {
      until: fc.constantFrom<string | ((item: { data: unknown }) => boolean)>(
        'end',
        ({ data }) => data === true,
      ),
      hasSchema: fc.boolean(),
      maxItemSize: fc.integer({ min: 1, max: 60 }),
    },
    { requiredKeys: [] },
  ),
  limits: fc.record(
    { idleTimeout: fc.integer({ min: 1, max: 200 }), maxDuration: fc.integer({ min: 1, max: 400 }) },
    { requiredKeys: [] },
  ),
});

type Scenario = typeof anyScenario extends fc.Arbitrary<infer T> ? T : never;

const schema = {
  '~standard': {
    version: 1 as const,
    vendor: 'spec',
    validate: (value: unknown) => {
      if (value === 'refused') return { issues: [{ message: 'refused' }] };
      if (value === 'thrown') throw new Error('thrown');
      return value === 'slow' ? turn().then(() => ({ value })) : { value };
    },
  },
};

/** A short form of a line's item; undefined if the line ends the stream, null if it has no item. */
const shortOf = (
  line: string,
  { options }: Scenario,
): { data: unknown } | 'parse' | 'end' | 'too large' | null => {
  if (line.length > (options.maxItemSize ?? Infinity)) return 'too large';
  if (!/[^ \t\r]/.test(line)) return null;
  if (line.replace(/\r$/, '') === options.until) return 'end';
  try {
    const data: unknown = JSON.parse(line);
    return options.hasSchema && (data === 'refused' || data === 'thrown') ? 'parse' : { data };
  } catch {
    return 'parse';
  }
};

/** The expected items of a stream that only its server ends. */
const expectedOf = (scenario: Scenario): string[] => {
  const { lines, feed, lastFeed, ending, options } = scenario;
  const text = lines.join(feed) + (lastFeed ? feed : '');
  const whole = text.split('\n');
  const last = whole.pop()!;
  const given = ending === 'close' ? [...whole, last] : whole;
  const seen: string[] = [];
  for (const line of given) {
    const short = shortOf(line, scenario);
    if (short === 'too large') return [...seen, 'parse!'];
    if (short === 'end') return seen;
    if (short !== null) seen.push(short === 'parse' ? short : JSON.stringify(short.data));
    if (typeof options.until === 'function' && typeof short === 'object' && short?.data === true) return seen;
  }
  if (ending === 'close') return options.until === 'end' ? [...seen, 'network!'] : seen;
  return [...seen, last.length > (options.maxItemSize ?? Infinity) ? 'parse!' : 'network!'];
};

/** Runs it to its end. Returns the items, and the remaining resources. */
const run = async (scenario: Scenario) => {
  const { lines, feed, lastFeed, size, ending, heeds, steps, options, limits } = scenario;
  const { hasSchema, ...more } = options;
  const clock = new ManualClock();
  const reader = linesBy(clock, { ...more, ...(hasSchema && { schema }) }, limits);
  let body!: ReturnType<typeof fedBody>;
  let signal!: AbortSignal;
  const all = streamed(reader, {
    fetch: async (_url, init) => {
      signal = init.signal!;
      body = fedBody(heeds ? signal : undefined);
      return new Response(body.stream);
    },
  });
  const stream = await all.open();
  const chunks = pieces(utf8(lines.join(feed) + (lastFeed ? feed : '')), size);
  const seen: string[] = [];
  const reads: Promise<unknown>[] = [];
  let hasLeft = false;
  const read = (): void => {
    reads.push(
      stream.next().then(({ value }) => {
        if (!value) return;
        const { data, error } = value;
        seen.push(
          error ? `${error.kind}${'ended' in value && value.ended ? '!' : ''}` : JSON.stringify(data),
        );
      }),
    );
  };
  const write = (count: number): void => {
    for (const chunk of chunks.splice(0, count)) body.write(chunk);
  };
  for (const step of steps) {
    if (step.does === 'write') write(step.count);
    else if (step.does === 'read') for (let count = 0; count < step.count; count += 1) read();
    else if (step.does === 'wait') clock.move(step.count);
    else if (step.does === 'abort') all.controller.abort();
    else void stream[step.does]().then(() => (hasLeft = true));
    await turn();
  }
  write(Infinity);
  if (ending === 'close') body.close();
  else body.breakOff(new Error('reset'));
  for (let count = 0; count < lines.length + 3; count += 1) read();
  await Promise.all(reads);
  // A body that is read after the end mark also ends.
  clock.move(1000);
  await turn();
  return { ...all, seen, clock, stream, hasLeft, signal };
};

describe('a stream with random chunks and a random reader (rules.md#streams)', () => {
  it('delivers all complete items, ends once, and leaves nothing behind', async () => {
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(anyScenario, async (scenario) => {
        const expected = expectedOf(scenario);
        const { seen, listeners, clock, onError, stream, signal, hasLeft, ends } = await run(scenario);
        const last = seen.at(-1) ?? 'nothing';
        const ended = last.endsWith('!') ? last : hasLeft ? 'left' : 'well';
        met.set(ended, (met.get(ended) ?? 0) + 1);
        const isCut = hasLeft || last === 'abort!' || last === 'timeout!';
        if (isCut) {
          const items = last.endsWith('!') ? seen.slice(0, -1) : seen;
          expect(expected.slice(0, items.length)).toEqual(items);
        } else expect(seen).toEqual(expected);
        expect(seen.slice(0, -1).filter((short) => short.endsWith('!'))).toEqual([]);
        expect(await stream.next()).toEqual({ done: true, value: undefined });
        expect([listeners(), clock.pending]).toEqual([0, 0]);
        const toldOf = last.endsWith('!') && last !== 'abort!' ? 1 : 0;
        if (!hasLeft) expect(onError).toHaveBeenCalledTimes(toldOf);
        expect(ends).toHaveLength(1);
        if (isCut && ended !== 'left') expect(signal.aborted).toBe(true);
      }),
      runs(800),
    );
    const rare = ['well', 'left', 'abort!', 'timeout!', 'network!', 'parse!'].filter(
      (each) => (met.get(each) ?? 0) < effort(4, 20),
    );
    expect(rare).toEqual([]);
  }, 120_000);

  it('delivers the same items for every chunk size, whatever its bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        async (body, size) => {
          const read = async (cut: number): Promise<unknown[]> => {
            const { open } = streamed(linesBy(new ManualClock(), { parse: 'text' }), {
              fetch: async () => new Response(bodyOf(pieces(body, cut)).stream),
            });
            return rest(await open());
          };
          expect(await read(size)).toEqual(await read(Infinity));
        },
      ),
      runs(500),
    );
  });

  it('delivers the same JSON texts for every chunk size', () => {
    const anyText = fc.constantFrom('\u001e', '\n', '{', '}', '[', ']', '"', '\\', '1', ' ', 'é', ',', ':');
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 40 }), fc.integer({ min: 1, max: 10 }), (parts, size) => {
        const body = utf8(parts.join(''));
        const read = (cut: number) => framed(new SequenceFraming(Infinity), body, cut);
        expect(read(size)).toEqual(read(Infinity));
      }),
      runs(3000),
    );
  });

  it('reads every JSON value that was written as a text of RFC 7464', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 9 }),
        (values, indent, size) => {
          const text = values.map((value) => `\u001e${JSON.stringify(value, null, indent)}\n`).join('');
          const read = framed(new SequenceFraming(Infinity), utf8(text), size);
          expect(read.every((each) => typeof each === 'string')).toBe(true);
          expect(read.map((each) => JSON.parse(each as string) as unknown)).toEqual(
            values.map((value) => JSON.parse(JSON.stringify(value)) as unknown),
          );
        },
      ),
      runs(500),
    );
  });

  it('writes all bytes to a sink, or aborts it', async () => {
    const anyPour = fc.record({
      chunks: fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 6 }),
      breaks: fc.boolean(),
      failsAt: fc.option(fc.nat(7)),
      highWaterMark: fc.nat(3),
      maxSize: fc.option(fc.nat(30)),
    });
    await fc.assert(
      fc.asyncProperty(anyPour, async ({ chunks, breaks, failsAt, highWaterMark, maxSize }) => {
        const { stream: body } = bodyOf(chunks, breaks ? { with: new Error('reset') } : undefined);
        const { open, listeners } = streamed(bytes({ maxSize: maxSize ?? undefined }), {
          fetch: async () => new Response(body),
        });
        const seen = { size: 0, writes: 0, isClosed: false };
        const sink = new WritableStream<Uint8Array>(
          {
            write: (chunk) => {
              if (seen.writes === failsAt) throw new Error('full');
              seen.writes += 1;
              seen.size += chunk.byteLength;
            },
            close: () => void (seen.isClosed = true),
          },
          { highWaterMark },
        );
        const { data, error } = await (await open()).pipeTo(sink);
        await turn();
        const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
        expect(seen.isClosed).toBe(error === null);
        expect(data ?? size).toBe(size);
        if (!error) expect(seen.size).toBe(size);
        else expect(breaks || failsAt !== null || size > (maxSize ?? Infinity)).toBe(true);
        expect([sink.locked, listeners()]).toEqual([false, 0]);
      }),
      runs(500),
    );
  });
});
