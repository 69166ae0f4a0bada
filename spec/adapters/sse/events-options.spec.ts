import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { events } from '../../../lib/entries/sse.js';

describe('the options of events (rules.md#server-sent-events)', () => {
  it.each<[unknown, string]>([
    [{ schema: {} }, 'events: schema is an Object: pass a Standard Schema.'],
    [{ schema: () => 1 }, 'events: schema is a function: pass a Standard Schema.'],
    [{ types: [] }, 'events: types is an Array: pass schemas by event type.'],
    [{ types: 'a' }, 'events: types is a string: pass schemas by event type.'],
    [{ types: { a: 1 } }, 'events: types.a is 1: pass a Standard Schema.'],
    [{ types: { a: z.number() }, schema: z.number() }, 'events has both schema and types: remove one.'],
    [{ parse: 'xml' }, "events: parse is a string: pass 'json', 'text' or a function."],
    [{ until: 1 }, 'events: until is 1: pass a string or a function.'],
    [{ idleTimeout: '1' }, 'events: idleTimeout is a string: pass a number.'],
    [{ maxDuration: NaN }, 'events: maxDuration is NaN: pass a number.'],
    [{ maxItemSize: {} }, 'events: maxItemSize is an Object: pass a number.'],
    [{ lastEventId: 7 }, 'events: lastEventId is a number: pass a string.'],
    [{ onComment: true }, 'events: onComment is true: pass a function.'],
    [{ reconnect: 3 }, 'events: reconnect is 3: pass true or an object.'],
    [{ reconnect: { max: '3' } }, 'events: reconnect.max is a string: pass a number.'],
    [{ reconnect: { baseDelay: NaN } }, 'events: reconnect.baseDelay is NaN: pass a number.'],
    [{ reconnect: { maxDelay: [] } }, 'events: reconnect.maxDelay is an Array: pass a number.'],
    [{ reconnect: { onReconnect: 1 } }, 'events: reconnect.onReconnect is 1: pass a function.'],
  ])('are rejected if one is invalid: %j', (options, sentence) => {
    expect(() => events(options as never)).toThrow(new TypeError(sentence));
  });

  it.each([
    undefined,
    null,
    {},
    { schema: undefined, types: undefined, parse: undefined, until: undefined },
    { reconnect: false },
    { reconnect: {} },
    { reconnect: undefined },
    { idleTimeout: 0, maxDuration: -1, maxItemSize: Infinity },
  ])('are accepted: %j', (options) => {
    expect(() => events(options as never)).not.toThrow();
  });
});
