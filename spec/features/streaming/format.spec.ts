import { describe, expect, it, vi } from 'vitest';
import { ApiError, type StandardSchemaV1 } from '../../../lib/index.js';
import { isFailed, withoutStack } from '../../../lib/features/streaming/format.js';
import { events } from '../../../lib/entries/sse.js';
import { jsonLines } from '../../../lib/entries/stream.js';
import { itemsOf } from '../../support/event-streams.js';

const refusing: StandardSchemaV1<unknown, number> = {
  '~standard': { version: 1, vendor: 'spec', validate: () => ({ issues: [{ message: 'no', path: ['a'] }] }) },
};

const failing = (): never => {
  throw new RangeError('no');
};

describe('a failed item (rules.md#streams)', () => {
  it.each([
    ['of lines that are not JSON', jsonLines(), 'oops\n'.repeat(3000)],
    ['of truncated lines', jsonLines(), '{"a":\n'.repeat(3000)],
    ['that a schema rejects', jsonLines({ schema: refusing }), '1\n'.repeat(3000)],
    ['on which parse fails', jsonLines({ parse: failing }), '1\n'.repeat(3000)],
    ['of events that are not JSON', events(), 'data: oops\n\n'.repeat(3000)],
    ['of error events', events(), 'event: error\ndata: 1\n\nevent: a\ndata: 1\n\n'.repeat(1500)],
  ])('creates its error when the property is read: %s', async (_name, reader, text) => {
    const items = await itemsOf(reader, text);
    const define = vi.spyOn(Object, 'defineProperty');
    const failed = items.filter(isFailed);
    expect(failed.length).toBeGreaterThanOrEqual(1500);
    expect(define).not.toHaveBeenCalled();
    const [first] = failed;
    expect(first!.error).toBeInstanceOf(ApiError);
    expect(define).toHaveBeenCalled();
    define.mockRestore();
  });

  it.each([
    ['lines', jsonLines() as never, 'oops\n'],
    ['events', events(), 'data: oops\n\n'],
  ])(
    'has the error like any other property: %s',
    async (_name, reader: ReturnType<typeof jsonLines>, text) => {
      const [item] = await itemsOf(reader, text);
      const { data, error, ...more } = item!;
      expect(data).toBeNull();
      expect(error).toBeInstanceOf(ApiError);
      expect(item!.error).toBe(error);
      expect({ ...item! }.error).toBe(error);
      expect(Object.keys(item!).slice(0, 4)).toEqual(['data', 'error', 'ended', 'raw']);
      expect(more).toMatchObject({ ended: false, raw: 'oops' });
      expect(item).toEqual({ data, error, ...more });
      expect(JSON.parse(JSON.stringify(item)).error).toMatchObject({
        kind: 'parse',
        cause: [{ name: 'SyntaxError' }],
      });
      expect(error!.cause).toBeInstanceOf(SyntaxError);
    },
  );

  it("is created without a stack, and doesn't affect the stacks of other errors", async () => {
    const limit = Error.stackTraceLimit;
    const [item] = await itemsOf(jsonLines(), '{oops}\n');
    expect(item!.error!.stack).not.toContain('\n    at ');
    expect(Error.stackTraceLimit).toBe(limit);
  });
});

it('an Error without a stack is created even if the limit is frozen', () => {
  const descriptor = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')!;
  Object.defineProperty(Error, 'stackTraceLimit', { ...descriptor, writable: false });
  expect(withoutStack(() => new Error('a'))).toMatchObject({ message: 'a' });
  Object.defineProperty(Error, 'stackTraceLimit', descriptor);
});
