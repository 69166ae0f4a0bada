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

describe('an item that failed (rules.md#streams)', () => {
  it.each([
    ['of lines that are no JSON', jsonLines(), 'oops\n'.repeat(3000)],
    ['of lines that are cut', jsonLines(), '{"a":\n'.repeat(3000)],
    ['that a schema refuses', jsonLines({ schema: refusing }), '1\n'.repeat(3000)],
    ['on which parse fails', jsonLines({ parse: failing }), '1\n'.repeat(3000)],
    ['of events that are no JSON', events(), 'data: oops\n\n'.repeat(3000)],
    ['of error events', events(), 'event: error\ndata: 1\n\nevent: a\ndata: 1\n\n'.repeat(1500)],
  ])('makes its error when that is read: %s', async (_name, reader, text) => {
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
  ])('has it as any other property: %s', async (_name, reader: ReturnType<typeof jsonLines>, text) => {
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
  });

  it('is made without a stack, and changes nothing about those of others', async () => {
    const limit = Error.stackTraceLimit;
    const [item] = await itemsOf(jsonLines(), '{oops}\n');
    expect(item!.error!.stack).not.toContain('\n    at ');
    expect(Error.stackTraceLimit).toBe(limit);
  });
});

it('an Error without its stack is made where the limit is frozen, too', () => {
  const descriptor = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit')!;
  Object.defineProperty(Error, 'stackTraceLimit', { ...descriptor, writable: false });
  expect(withoutStack(() => new Error('a'))).toMatchObject({ message: 'a' });
  Object.defineProperty(Error, 'stackTraceLimit', descriptor);
});
