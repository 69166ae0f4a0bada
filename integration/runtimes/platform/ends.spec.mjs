import { describe, expect, it } from 'vitest';
import { poll } from 'homing';
import { answer, client, failure } from './host.mjs';

let names = 0;
/** A new name for the server. */
const fresh = () => `${Date.now()}-${(names += 1)}`;

/** Resolves when the server has counted this event. */
const when = (event, name) => answer(client({ path: '/when/:event/:name' }).call({ event, name }));

/** The server's count of this event. */
const seen = async (event, name) =>
  (await answer(client({ path: '/seen/:event/:name' }).call({ event, name }))).n;

describe('a connection', () => {
  it('causes a network error if it is refused', async () => {
    const { url } = await answer(client({ path: '/refused' }).call());
    const { body } = await failure(
      client({ path: '/', timeout: 10_000 }, { baseUrl: url }).call(),
      'network',
    );
    expect(body).toBeInstanceOf(Error);
  });

  it('causes a network error if it breaks before the headers', async () => {
    await failure(client({ path: '/reset', method: 'POST' }).call(), 'network');
  });

  it('causes a network error if it breaks in a body', async () => {
    const error = await failure(client({ path: '/short/200' }).call(), 'network');
    expect(error).toMatchObject({ status: 0, body: expect.any(Error), cause: error.body });
  });

  it('causes an http error if it breaks in the body of an error', async () => {
    const error = await failure(client({ path: '/short/503' }).call(), 'http');
    expect([error.status, error.body]).toEqual([503, null]);
  });

  it('causes a network error if it sends invalid gzip', async () => {
    await failure(client({ path: '/bad-gzip' }).call(), 'network');
  });
});

describe('the connection is closed', () => {
  it.each(['hang', 'stall'])('at the deadline, if the server lets it %s', async (path) => {
    // The request must reach the server before its timeout, also on a busy machine.
    for (const timeout of [100, 1000, 5000]) {
      const name = fresh();
      await failure(client({ path: `/${path}/:name`, timeout }).call({ name }), 'timeout');
      if ((await seen('asked', name)) > 0) return when('closed', name);
    }
    throw new Error('The request never got to the server.');
  });

  it.each(['/hang/:name', '/stall/:name', '/stall/:name/500'])(
    'when the signal of a call of %s aborts',
    async (path) => {
      const name = fresh();
      const stop = new AbortController();
      const running = client({ path }).call({ name }, { signal: stop.signal });
      await when('asked', name);
      stop.abort();
      await failure(running, 'abort');
      await when('closed', name);
    },
  );

  it('when a newer call supersedes the one that opened it', async () => {
    const name = fresh();
    const stop = new AbortController();
    const { call } = client({ path: '/hang/:name', dedupe: true });
    const older = call({ name });
    await when('asked', name);
    const newer = call({ name: fresh() }, { signal: stop.signal });
    await failure(older, 'abort');
    await when('closed', name);
    stop.abort();
    await failure(newer, 'abort');
  });

  it('when the last caller that shares it aborts', async () => {
    const name = fresh();
    const stops = [new AbortController(), new AbortController()];
    const { call } = client({ path: '/hang/:name', share: true });
    const calls = stops.map(({ signal }) => call({ name }, { signal }));
    await when('asked', name);
    for (const stop of stops) stop.abort();
    for (const running of calls) await failure(running, 'abort');
    await when('closed', name);
  });

  it('when the poll that opened it is stopped', async () => {
    const name = fresh();
    const stop = poll(client({ path: '/hang/:name' }).call, { name }, () => {}, { every: 1 });
    await when('asked', name);
    stop();
    await when('closed', name);
  });
});

describe('a signal that outlives the call', () => {
  it('has no listener after the call', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...given) => ((listeners += 1), addEventListener.apply(signal, given));
    signal.removeEventListener = (...given) => ((listeners -= 1), removeEventListener.apply(signal, given));
    const { call } = client({ path: '/echo', timeout: 60_000 });
    for (let n = 0; n < 3; n += 1) await answer(call({}, { signal }));
    expect(listeners).toBe(0);
  });
});
