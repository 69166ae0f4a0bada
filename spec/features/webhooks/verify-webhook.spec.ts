import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StandardSchemaV1 } from '../../../lib/index.js';
import { githubScheme } from '../../../lib/features/webhooks/schemes.js';
import { verifyWebhook, type WebhookOptions } from '../../../lib/features/webhooks/verify-webhook.js';
import {
  at,
  BODY,
  hmac,
  reasonOf,
  SECRET,
  SENT,
  standardHeaders,
  verify,
} from '../../support/signed-webhook.js';

const EVENT = { test: 2432232314 };
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

afterEach(() => vi.useRealTimers());

describe('the age of a webhook (rules.md#webhooks)', () => {
  const age = async (ms: number, options: WebhookOptions = {}) =>
    (await verifyWebhook(BODY, standardHeaders(), SECRET, at(ms, options))).error;

  it('is at most 5 minutes in both directions', async () => {
    for (const ms of [0, 300_000, -300_000]) expect(await age(ms)).toBeNull();
    expect(await age(300_001)).toMatchObject({
      reason: 'too-old',
      message: 'The webhook is 300 s old: check the clock, or raise tolerance.',
    });
    expect(await age(-412_000)).toMatchObject({
      reason: 'too-new',
      message: 'The webhook is -412 s old: check the clock, or raise tolerance.',
    });
  });

  it('follows the option tolerance, and null means its default', async () => {
    expect((await age(1001, { tolerance: 1000 }))?.reason).toBe('too-old');
    expect(await age(-1000, { tolerance: 1000 })).toBeNull();
    expect(await age(1e15, { tolerance: Infinity })).toBeNull();
    expect((await age(300_001, { tolerance: null }))?.reason).toBe('too-old');
  });

  it.each([0, -1, NaN])('is an input error with a tolerance of %d', async (tolerance) => {
    const message = `tolerance is ${tolerance}: pass milliseconds above 0.`;
    expect(await age(0, { tolerance })).toMatchObject({ reason: 'input', message });
  });

  it.each([
    ['5', 'a string'],
    [true, 'true'],
    [[600_000], 'an Array'],
    [Symbol('x'), 'a symbol'],
  ])('is an input error with a tolerance of another type: %o', async (tolerance, type) => {
    const message = `tolerance is ${type}: pass milliseconds above 0.`;
    expect(await age(0, { tolerance: tolerance as never })).toMatchObject({ reason: 'input', message });
  });

  it('is measured by the clock of the platform, looked up at each call', async () => {
    vi.useFakeTimers({ now: SENT * 1000 + 300_000 });
    expect((await verifyWebhook(BODY, standardHeaders(), SECRET)).error).toBeNull();
    vi.setSystemTime(SENT * 1000 + 300_001);
    expect((await verifyWebhook(BODY, standardHeaders(), SECRET)).error?.reason).toBe('too-old');
  });

  it.each([
    'NaN',
    '1614265330.0',
    '1614265330.5',
    '-1614265330',
    '+1614265330',
    '1.61426533e9',
    '0x60379A72',
    ' 1614265330',
    '1614265330 ',
    '1614265330, 1614265330',
    '１６１４２６５３３０',
    'Infinity',
    '9'.repeat(16),
    '9'.repeat(5000),
  ])('is a bad-timestamp error for %s, even if it is signed', async (seconds) => {
    expect(await reasonOf(BODY, standardHeaders(BODY, { seconds }))).toBe('bad-timestamp');
    const unlimited = { tolerance: Infinity };
    expect(await reasonOf(BODY, standardHeaders(BODY, { seconds }), SECRET, unlimited)).toBe('bad-timestamp');
  });

  it('is too new for a timestamp in milliseconds', async () => {
    expect(await reasonOf(BODY, standardHeaders(BODY, { seconds: `${SENT}000` }))).toBe('too-new');
  });
});

describe('the headers (rules.md#webhooks)', () => {
  const entries = Object.entries(standardHeaders());

  it.each([
    ['a Headers', new Headers(entries)],
    ['an object with names in upper case', Object.fromEntries(entries.map(([n, v]) => [n.toUpperCase(), v]))],
    ['an object with arrays', Object.fromEntries(entries.map(([n, v]) => [n, [v]]))],
    ['an object without a prototype', Object.assign(Object.create(null), Object.fromEntries(entries))],
    ['pairs', entries],
    ['a Map', new Map(entries)],
  ])('can be %s', async (_name, headers) => {
    expect(await reasonOf(BODY, headers)).toBeUndefined();
  });

  it('can have a signature in each of several headers of one name', async () => {
    const [other, own] = [
      'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=',
      standardHeaders()['webhook-signature'],
    ];
    const twice = { ...standardHeaders(), 'webhook-signature': [other, own, other] };
    expect(await reasonOf(BODY, twice)).toBeUndefined();
    const headers = new Headers(standardHeaders());
    headers.append('webhook-signature', other);
    expect(await reasonOf(BODY, headers)).toBeUndefined();
  });

  it('are rejected with two ids or two timestamps', async () => {
    const headers = standardHeaders();
    const twice = (name: string) => ({ ...headers, [name.toUpperCase()]: headers[name] });
    expect(await reasonOf(BODY, twice('webhook-id'))).toBe('signature');
    expect(await reasonOf(BODY, twice('webhook-timestamp'))).toBe('bad-timestamp');
  });

  it.each([
    [undefined, 'headers is undefined: pass the headers of the request.'],
    [null, 'headers is null: pass the headers of the request.'],
    [1, 'headers is a number: pass the headers of the request.'],
    ['webhook-id: 1', 'headers is a string: pass the headers of the request.'],
    [[1], 'An entry of headers is a number: pass a [name, value] pair.'],
    [[undefined], 'An entry of headers is undefined: pass a [name, value] pair.'],
    [new Map([[Symbol('x'), 'y']]), 'An entry of headers is an Array: pass a [name, value] pair.'],
  ])('are an input error if they are of another type', async (headers, message) => {
    const { error } = await verifyWebhook(BODY, headers as never, SECRET, at(0));
    expect(error).toMatchObject({ reason: 'input', message });
  });

  it('can be an iterator that is read once', async () => {
    expect(await reasonOf(BODY, entries.values())).toBeUndefined();
  });
});

describe('an option of another type', () => {
  it.each([
    [githubScheme, 'options is a function: pass an object, such as { scheme }.'],
    ['github', 'options is a string: pass an object, such as { scheme }.'],
    [{ scheme: 'github' }, 'scheme is a string: pass a function, such as stripeScheme.'],
    [{ parse: {} }, 'parse is an Object: pass a function.'],
    [{ schema: {} }, 'schema is an Object: pass a Standard Schema.'],
    [{ schema: 5 }, 'schema is a number: pass a Standard Schema.'],
  ])('is an input error that names it', async (options, message) => {
    const { error } = await verifyWebhook(BODY, standardHeaders(), SECRET, options as never);
    expect(error).toMatchObject({ reason: 'input', message });
  });
});

describe('the payload (rules.md#webhooks)', () => {
  const raw = bytes(BODY);
  const inside = new Uint8Array(raw.length + 8);
  inside.set(raw, 3);

  it.each([
    ['a Uint8Array', raw],
    ['a Buffer', Buffer.from(BODY)],
    ['an ArrayBuffer', raw.buffer],
    ['a part of a larger buffer', inside.subarray(3, 3 + raw.length)],
    ['a DataView', new DataView(inside.buffer, 3, raw.length)],
    ['shared memory', new Uint8Array(new SharedArrayBuffer(raw.length)).fill(0).map((_, i) => raw[i] ?? 0)],
  ])('can be %s', async (_name, payload) => {
    expect(await verify(payload)).toEqual({ data: EVENT, error: null });
  });

  it.each([
    [EVENT, 'Object'],
    [[1], 'Array'],
    [undefined, 'Undefined'],
    [null, 'Null'],
    [5, 'Number'],
    [new Request('https://api.example.com'), 'Request'],
    [new Blob([BODY]), 'Blob'],
    [Promise.resolve(BODY), 'Promise'],
  ])('is a payload error that asks for the raw body if it is %s', async (payload, type) => {
    const message = `payload is of type ${type}: pass the raw body as a string or bytes.`;
    expect((await verify(payload)).error).toMatchObject({ reason: 'payload', message });
  });

  it('is rejected if any byte was changed', async () => {
    for (let index = 0; index < raw.length; index += 1) {
      const changed = raw.slice();
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(await reasonOf(changed)).toBe('signature');
    }
  });

  it('can be changed by the caller during the verification without an effect', async () => {
    const payload = raw.slice();
    const result = verify(payload);
    payload.fill(0);
    expect((await result).data).toEqual(EVENT);
  });

  it('may start with a byte order mark, which is signed and not parsed', async () => {
    const marked = bytes(`\uFEFF${BODY}`);
    expect((await verify(marked, standardHeaders(marked))).data).toEqual(EVENT);
    expect((await verify(`\uFEFF${BODY}`, standardHeaders(marked))).data).toEqual(EVENT);
    expect(await reasonOf(BODY, standardHeaders(marked))).toBe('signature');
  });

  it('is an event error if it is signed and not UTF-8', async () => {
    const invalid = Uint8Array.of(0x22, 0xff, 0x22);
    expect(await reasonOf(invalid, standardHeaders(invalid))).toBe('event');
    // As text, it has other bytes.
    expect(await reasonOf('"\uFFFD"', standardHeaders(invalid))).toBe('signature');
  });
});

describe('the event (rules.md#webhooks)', () => {
  it('is undefined for an empty payload', async () => {
    expect(await verify('', standardHeaders(''))).toEqual({ data: undefined, error: null });
  });

  it('is an error without the payload if the payload is not JSON', async () => {
    const { error } = await verify('secret text', standardHeaders('secret text'));
    expect(error).toMatchObject({ reason: 'event', message: "The payload isn't JSON: pass parse." });
    expect(error).not.toHaveProperty('cause');
  });

  it('has `__proto__` as plain data', async () => {
    const body = '{"__proto__":{"isAdmin":true}}';
    const { data } = await verify(body, standardHeaders(body));
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(Object.keys(data as object)).toEqual(['__proto__']);
    expect({}).not.toHaveProperty('isAdmin');
  });

  it('is what parse returns or resolves with', async () => {
    const parse = (text: string) => Promise.resolve(text.length);
    expect(await verify(BODY, standardHeaders(), SECRET, { parse })).toEqual({
      data: BODY.length,
      error: null,
    });
    const cause = new Error('no');
    const { error } = await verify(BODY, standardHeaders(), SECRET, { parse: () => Promise.reject(cause) });
    expect(error).toMatchObject({ reason: 'event', message: 'parse failed: see error.cause.', cause });
  });

  it('is not parsed if the signature is wrong', async () => {
    const parse = vi.fn();
    expect(await reasonOf(`${BODY} `, standardHeaders(), SECRET, { parse })).toBe('signature');
    expect(parse).not.toHaveBeenCalled();
  });

  const schema = (validate: StandardSchemaV1<unknown, string>['~standard']['validate']) => ({
    schema: { '~standard': { version: 1 as const, vendor: 'spec', validate } },
  });

  it('is the output of the schema', async () => {
    const seen: unknown[] = [];
    const options = schema((value) => {
      seen.push(value);
      return Promise.resolve({ value: 'output' });
    });
    expect(await verify(BODY, standardHeaders(), SECRET, options)).toEqual({ data: 'output', error: null });
    expect(seen).toEqual([EVENT]);
    expect((await verify('', standardHeaders(''), SECRET, options)).data).toBe('output');
  });

  it('is an event error with the issues that the schema found', async () => {
    const issues = [{ message: 'expected a string, got 2432232314', path: ['test'] }];
    const { error } = await verify(
      BODY,
      standardHeaders(),
      SECRET,
      schema(() => ({ issues })),
    );
    expect(error).toMatchObject({ reason: 'event', message: 'schema rejected the event: see error.issues.' });
    expect(error?.issues).toBe(issues);
  });

  it('is an input error if the schema throws', async () => {
    const cause = new Error('no');
    const options = schema(() => {
      throw cause;
    });
    expect((await verify(BODY, standardHeaders(), SECRET, options)).error).toMatchObject({
      reason: 'input',
      cause,
    });
  });
});

describe('the secret (rules.md#webhooks)', () => {
  it.each([[undefined], [null], [''], [' '], ['\n'], [[]], [['']], [[SECRET, '']], [[SECRET, undefined]]])(
    'is never accepted as %j',
    async (secret) => {
      const message = "secret is missing or empty: pass the sender's secret.";
      const { error } = await verifyWebhook(BODY, standardHeaders(), secret as string, at(0));
      expect(error).toMatchObject({ reason: 'secret', message });
      const headers = { 'x-hub-signature-256': `sha256=${hmac('', BODY, 'hex')}` };
      expect(await reasonOf(BODY, headers, secret ?? null, { scheme: githubScheme })).toBe('secret');
    },
  );

  it.each([
    [5, 'a number'],
    [{}, 'an Object'],
    [[SECRET, Symbol('s')], 'a symbol'],
  ])('is an error with its type if it is no string', async (secret, type) => {
    const message = `secret is ${type}: pass the sender's secret as a string.`;
    expect((await verify(BODY, standardHeaders(), secret)).error).toMatchObject({
      reason: 'secret',
      message,
    });
  });

  it('of another sender is a signature error', async () => {
    const { error } = await verify(BODY, standardHeaders(), 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD');
    expect(error).toMatchObject({
      reason: 'signature',
      message: 'No signature matches: check scheme and secret, and pass the raw body.',
    });
  });
});

describe('a property of Object.prototype (rules.md#webhooks)', () => {
  it('is no option and no header', async () => {
    const names = [
      'scheme',
      'tolerance',
      'parse',
      'schema',
      'clock',
      'candidates',
      'prefix',
      'timestamp',
      'ignoreBOM',
      'issues',
    ];
    const polluted = { ...Object.fromEntries(names.map((name) => [name, 8])), 'webhook-id': 'x' };
    Object.assign(Object.prototype, polluted);
    try {
      expect(await reasonOf(BODY)).toBeUndefined();
      const marked = `\uFEFF${BODY}`;
      expect(await reasonOf(marked, standardHeaders(marked))).toBeUndefined();
      const hub = { 'x-hub-signature-256': `sha256=${hmac('s', BODY, 'hex')}` };
      expect(await reasonOf(BODY, hub, 's', { scheme: githubScheme })).toBeUndefined();
      const { 'webhook-id': _, ...headers } = standardHeaders();
      expect(await reasonOf(BODY, headers)).toBe('missing-header');
    } finally {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
    }
  });
});
