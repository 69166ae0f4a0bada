import { describe, expect, it } from 'vitest';
import { bytes } from '../../../lib/entries/stream.js';
import { utf8 } from '../../support/framed.js';
import { bodyOf, rest, streamed } from '../../support/streamed.js';

describe('bytes (rules.md#streams)', () => {
  it('returns each chunk unchanged as an item', async () => {
    const chunks = [utf8('a'), utf8('bc'), utf8('')];
    const { open, ends } = streamed(bytes(), { fetch: async () => new Response(bodyOf(chunks).stream) });
    expect(await rest(await open())).toEqual(chunks);
    expect(ends).toEqual([['data', { items: 3 }]]);
  });

  it('ends a body of more bytes than maxSize with a parse item, after the items before it', async () => {
    const exact = streamed(bytes({ maxSize: 3 }), {
      fetch: async () => new Response(bodyOf([utf8('ab'), utf8('c')]).stream),
    });
    expect(await rest(await exact.open())).toEqual([utf8('ab'), utf8('c')]);
    const { stream: body, seen } = bodyOf([utf8('ab'), utf8('cd'), utf8('e')]);
    const { open, onError, listeners } = streamed(bytes({ maxSize: 3 }), {
      fetch: async () => new Response(body),
    });
    const stream = await open();
    expect((await stream.next()).value!.data).toEqual(utf8('ab'));
    const { value } = await stream.next();
    expect(value).toMatchObject({ ended: true, error: { kind: 'parse', status: 200 } });
    expect(value!.error!.message).toBe('GET /rows returned a body of more than 3 bytes');
    expect(seen.isCancelled).toBe(true);
    expect(onError).toHaveBeenCalledTimes(1);
    expect(listeners()).toBe(0);
  });

  it.each([
    ['a 204', () => new Response(null, { status: 204 })],
    ['a null body', () => new Response(null)],
  ])('has no items of %s', async (_name, answer) => {
    expect(await rest(await streamed(bytes(), { fetch: async () => answer() }).open())).toEqual([]);
  });

  it('accepts any type, without the limit of whole responses', async () => {
    const { open, sent } = streamed(bytes());
    await (await open()).cancel();
    expect(new Headers(sent[0]!.init.headers).get('accept')).toBe('*/*');
    expect(sent[0]!.init).toMatchObject({ maxResponseSize: Infinity });
  });

  it.each<[string, object, string]>([
    ['maxSize', { maxSize: '1 MB' }, 'maxSize is a string: pass a number.'],
    ['idleTimeout', { idleTimeout: NaN }, 'idleTimeout is NaN: pass a number.'],
    ['maxDuration', { maxDuration: {} }, 'maxDuration is an Object: pass a number.'],
  ])('rejects an invalid %s by its name', (_option, options, sentence) => {
    expect(() => bytes(options as never)).toThrow(TypeError);
    expect(() => bytes(options as never)).toThrow(`bytes: ${sentence}`);
  });
});
