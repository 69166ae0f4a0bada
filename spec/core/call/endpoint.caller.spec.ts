import { describe, expect, it, jest } from '@jest/globals';
import { CALLER, type Caller } from '../../../lib/core/call/endpoint.js';
import { watch } from '../../../lib/observe.js';
import { reader } from '../../../lib/stream.js';
import { heldFetch } from '../../support/held-fetch.js';
import { type Fetch, oneEndpoint } from '../../support/one-endpoint.js';
import { oneOperation } from '../../support/one-operation.js';
import { recorder } from '../../support/recorder.js';

type Setup = NonNullable<Parameters<typeof oneEndpoint>[0]>;

const callerOf = (endpoint: unknown): Caller => (endpoint as { [CALLER]: Caller })[CALLER];

const held = (setup: Setup = {}) => {
  const { fetch, requests } = heldFetch();
  const api = oneEndpoint({ ...setup, fetch: jest.fn<Fetch>(fetch) });
  return { api, requests, caller: callerOf(api.call) };
};

describe('the caller of an endpoint', () => {
  it('stands on its function under a symbol that every copy of the package knows', () => {
    const { api } = held();
    expect(CALLER).toBe(Symbol.for('homing.caller'));
    expect(Object.keys(api.call)).not.toContain(CALLER);
  });

  it('makes calls like those of the function', async () => {
    const { caller, requests } = held({ endpoint: { path: '/things/:id' } });
    const call = caller.call({ id: 1, q: 'a' }, { headers: { x: '1' } }, {});
    requests[0]?.answer({ id: 1 });
    expect(await call).toMatchObject({ data: { id: 1 }, error: null });
    expect(requests[0]?.url).toBe('http://api.test/things/1?q=a');
    expect(new Headers(requests[0]?.init.headers).get('x')).toBe('1');
  });

  it('never rejects', async () => {
    const { caller } = held({ endpoint: { path: '/things/:id' } });
    expect(await caller.call(null, undefined, {})).toMatchObject({ error: { kind: 'network' } });
    expect(await caller.call({ id: 1 }, 7 as never, {})).toMatchObject({ error: { kind: 'network' } });
  });

  it('says what polls and walks have to know', () => {
    const { api, caller } = held({ endpoint: { path: '/things/:id' } });
    const { client, protocol } = caller.definition;
    expect(protocol.definition).toMatchObject({
      path: '/things/:id',
      urlTemplate: 'http://api.test/things/:id',
      streams: false,
    });
    expect(protocol.places).toMatchObject({ inPath: ['id'], inQuery: true });
    const responseType = reader({ open: () => null });
    expect(held({ endpoint: { responseType } }).caller.definition.protocol.reader).toBe(responseType);
    expect(callerOf(oneOperation().call).definition.protocol.places).toBeUndefined();
    expect(callerOf(api.withHeaders({ a: '1' }).call).definition.client).toBe(client);
    expect(held().caller.definition.client).not.toBe(client);
  });
});

describe('an adapter’s call, made with { dedupe: false }', () => {
  const alone = { dedupe: false } as const;

  it('ends no other, and no other ends it', async () => {
    const { api, caller, requests } = held({ endpoint: { dedupe: true } });
    const calls = [api.call(), caller.call({}, undefined, alone), caller.call({}, undefined, alone)];
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([false, false, false]);
    const newer = api.call();
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([true, false, false, false]);
    for (const request of requests) request.answer({});
    const kinds = (await Promise.all([...calls, newer])).map(({ error }) => error?.kind);
    expect(kinds).toEqual(['abort', undefined, undefined, undefined]);
  });

  it('is tried again by retry() in the same manner', async () => {
    const { api, caller, requests } = held({ endpoint: { dedupe: true } });
    const first = caller.call({}, undefined, alone);
    requests[0]?.answer({});
    const again = (await first).retry();
    const newer = api.call();
    for (const request of requests) request.answer({});
    expect((await Promise.all([again, newer])).map(({ error }) => error)).toEqual([null, null]);
  });

  it('takes its place without it', async () => {
    const { api, caller, requests } = held({ endpoint: { dedupe: true } });
    const older = api.call();
    const newer = caller.call({}, undefined, {});
    requests[1]?.answer({});
    expect((await older).error?.kind).toBe('abort');
    expect((await newer).error).toBeNull();
  });
});

describe('the origin of a call', () => {
  const origin = { type: 'page', walk: 3, page: 2 } as const;
  const seenBy = () => {
    const seen = recorder();
    const { caller } = held({ client: { watch: watch(seen.observer) } });
    return { caller, seen };
  };

  it('is told to observers', () => {
    const { caller, seen } = seenBy();
    void caller.call({}, undefined, { origin });
    expect(seen.calls[0]?.origin).toEqual(origin);
  });

  it('is that of a retry for what retry() makes', async () => {
    const { caller, seen } = seenBy();
    const { retry } = await caller.call({}, { signal: AbortSignal.abort() }, { origin });
    await retry();
    expect(seen.calls[1]?.origin).toEqual({ type: 'retry', of: seen.calls[0]?.id });
  });
});

describe('a prepared call', () => {
  it('ends with the signal of a run; its retry() does not', async () => {
    const { caller, requests } = held();
    const controller = new AbortController();
    const prepared = caller.prepare({}, {});
    const run = prepared.run({ signal: controller.signal });
    controller.abort('over');
    const ended = await run;
    expect(ended.error).toMatchObject({ kind: 'abort', body: 'over' });
    const again = ended.retry();
    requests.at(-1)?.answer({ n: 1 });
    expect((await again).data).toEqual({ n: 1 });
  });

  it('sees its own sendings, and not those of a retry()', async () => {
    const { caller, requests } = held();
    const onSend = jest.fn();
    const run = caller.prepare({}, {}).run({ onSend });
    requests[0]?.answer({});
    const again = (await run).retry();
    requests[1]?.answer({});
    await again;
    expect(onSend).toHaveBeenCalledTimes(1);
  });

  it('is told of each run, with the origin of that', () => {
    const seen = recorder();
    const { caller } = held({ client: { watch: watch(seen.observer) } });
    const prepared = caller.prepare({}, {});
    void prepared.run({ origin: { type: 'poll', poll: 4 } });
    void prepared.run({});
    expect(seen.calls.map(({ origin }) => origin)).toEqual([{ type: 'poll', poll: 4 }, undefined]);
  });
});
