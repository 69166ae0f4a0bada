import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { events } from '../../../lib/entries/sse.js';

describe('an option of events that is none (rules.md#server-sent-events)', () => {
  it.each<[unknown, string]>([
    [{ schema: {} }, 'events: the option schema is an Object: pass a Standard Schema.'],
    [{ schema: () => 1 }, 'events: the option schema is a function: pass a Standard Schema.'],
    [{ types: [] }, 'events: the option types is an Array: pass schemas by the type of the event.'],
    [{ types: 'a' }, 'events: the option types is a string: pass schemas by the type of the event.'],
    [{ types: { a: 1 } }, 'events: the option types.a is a number: pass a Standard Schema.'],
    [
      { types: { a: z.number() }, schema: z.number() },
      'events: the options schema and types exclude each other: pass one.',
    ],
    [{ parse: 'xml' }, "events: the option parse is a string: pass 'json', 'text' or a function."],
    [{ until: 1 }, 'events: the option until is a number: pass a text or a function.'],
    [{ idleTimeout: '1' }, 'events: the option idleTimeout is a string: pass a number.'],
    [{ maxDuration: NaN }, 'events: the option maxDuration is NaN: pass a number.'],
    [{ maxItemSize: {} }, 'events: the option maxItemSize is an Object: pass a number.'],
    [{ lastEventId: 7 }, 'events: the option lastEventId is a number: pass a string.'],
    [{ onComment: true }, 'events: the option onComment is a boolean: pass a function.'],
    [{ reconnect: 3 }, 'events: the option reconnect is a number: pass true or an object.'],
    [{ reconnect: { max: '3' } }, 'events: the option reconnect.max is a string: pass a number.'],
    [{ reconnect: { baseDelay: NaN } }, 'events: the option reconnect.baseDelay is NaN: pass a number.'],
    [{ reconnect: { maxDelay: [] } }, 'events: the option reconnect.maxDelay is an Array: pass a number.'],
    [
      { reconnect: { onReconnect: 1 } },
      'events: the option reconnect.onReconnect is a number: pass a function.',
    ],
  ])('throws for %j', (options, sentence) => {
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
  ])('is none of %j', (options) => {
    expect(() => events(options as never)).not.toThrow();
  });
});
