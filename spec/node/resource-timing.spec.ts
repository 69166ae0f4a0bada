import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { PerformanceObserver, type PerformanceEntry } from 'node:perf_hooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flush } from '../support/flush.js';
import { ownFetch, useServers } from '../support/node-server.js';
import { until } from '../support/until.js';

const serve = useServers();

interface Entry extends PerformanceEntry {
  readonly encodedBodySize: number;
  readonly decodedBodySize: number;
  readonly redirectStart: number;
  readonly redirectEnd: number;
  readonly requestStart: number;
  readonly responseStart: number;
  readonly responseEnd: number;
}

/** Waits for so many entries of one server: an entry of a call before may still be due. */
const entriesOf = async (url: string, work: () => Promise<unknown>, count = 1): Promise<Entry[]> => {
  const entries: Entry[] = [];
  const own = (): Entry[] => entries.filter(({ name }) => name.startsWith(url));
  const observer = new PerformanceObserver((list) => entries.push(...(list.getEntries() as Entry[])));
  observer.observe({ entryTypes: ['resource'] });
  await work();
  await until(() => own().length >= count);
  await flush();
  observer.disconnect();
  return own();
};

const timesOf = (entry: Entry): number[] => {
  const { startTime, redirectStart, redirectEnd, requestStart, responseStart, responseEnd } = entry;
  return redirectStart
    ? [startTime, redirectStart, redirectEnd, requestStart, responseStart, responseEnd]
    : [startTime, requestStart, responseStart, responseEnd];
};

const sorted = (times: number[]): number[] => [...times].sort((one, other) => one - other);

describe.each([
  ['nodeFetch', () => ownFetch()],
  ['the global fetch', () => globalThis.fetch],
])('a call of %s', (_, make) => {
  it('leaves an entry once its body is read', async () => {
    const { url } = await serve((_request, response) => response.end('four'));
    const entries = await entriesOf(url, async () => (await make()(`${url}/a`)).text());
    expect(entries).toHaveLength(1);
    const [entry] = entries as [Entry];
    expect(entry).toMatchObject({ name: `${url}/a`, entryType: 'resource', initiatorType: 'fetch' });
    expect({ encodedBodySize: entry.encodedBodySize, decodedBodySize: entry.decodedBodySize }).toEqual({
      encodedBodySize: 4,
      decodedBodySize: 4,
    });
    expect(timesOf(entry)).toEqual(sorted(timesOf(entry)));
  });

  it('leaves one for all its redirects', async () => {
    const { url } = await serve((request, response) =>
      request.url === '/a' ? response.writeHead(302, { location: '/b' }).end() : response.end('x'),
    );
    const entries = await entriesOf(url, async () => (await make()(`${url}/a`)).text());
    expect(entries.map(({ name }) => name)).toEqual([`${url}/a`]);
    expect(entries[0]!.redirectEnd).toBeGreaterThan(0);
    expect(timesOf(entries[0]!)).toEqual(sorted(timesOf(entries[0]!)));
  });

  it('leaves one for each of many at once', async () => {
    const { url } = await serve((_request, response) => response.end('four'));
    const paths = Array.from({ length: 100 }, (_unused, at) => `${url}/${at}`);
    const callAll = () => Promise.all(paths.map(async (path) => (await make()(path)).text()));
    const entries = await entriesOf(url, callAll, paths.length);
    expect(entries.map(({ name }) => name).sort()).toEqual(paths.sort());
  });

  it('leaves none as long as its body is not read', async () => {
    const { url } = await serve((_request, response) => response.write('begun'));
    expect(await entriesOf(url, () => make()(url), 0)).toEqual([]);
  });
});

describe.each([
  ['nodeFetch', () => ownFetch()],
  ['the global fetch', () => globalThis.fetch],
])('what tracing listens to with %s', (_, make) => {
  const channels = ['create', 'bodySent', 'headers', 'trailers'].map((name) => `undici:request:${name}`);
  let heard: string[] = [];
  const listener = (message: unknown, channel: string | symbol): void => {
    const { request } = message as { request: { origin: string; path: string; method: string } };
    heard.push(`${String(channel)} ${request.method} ${request.path}`);
  };

  beforeEach(() => {
    heard = [];
    for (const channel of channels) subscribe(channel, listener);
  });

  afterEach(() => {
    for (const channel of channels) unsubscribe(channel, listener);
  });

  it('is told', async () => {
    const { url } = await serve((_request, response) => response.end('four'));
    await (await make()(`${url}/a`, { method: 'POST', body: 'x' })).text();
    expect(heard).toEqual(channels.map((channel) => `${channel} POST /a`));
  });
});
