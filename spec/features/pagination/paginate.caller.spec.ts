import { describe, expect, it, vi } from 'vitest';
import { createApi, paginate, Request, type Result, type SuccessResult } from '../../../lib/index.js';
import { observe } from '../../../lib/entries/observe.js';
import { reader } from '../../../lib/entries/stream.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { recorder } from '../../support/recorder.js';

interface Page {
  readonly page: number;
}

const onePage = reader<Page>({ open: () => ({ page: 1 }) });

const setup = () => {
  const fetch = vi.fn(async (url: string) =>
    jsonResponse({ page: Number(new URL(url).searchParams.get('page') ?? 1) }),
  );
  const requests = {
    list: new Request<{ page?: number }, Page>({ method: 'GET', path: '/things', dedupe: true }),
    stream: new Request<{ id?: number; page?: number }, Page>({
      method: 'GET',
      path: '/stream/:id',
      responseType: onePage,
    }),
  };
  const api = createApi({ baseUrl: 'http://api.test', fetch, requests });
  const seen = recorder();
  observe(api, seen.observer);
  return { api, fetch, seen };
};

const collect = async (pages: AsyncIterable<Result<Page>>): Promise<Result<Page>[]> => {
  const all: Result<Page>[] = [];
  for await (const page of pages) all.push(page);
  return all;
};

const next = ({ data: { page } }: SuccessResult<Page>): { page: number } => ({ page: page + 1 });

describe('observers of a page', () => {
  it('receive its pagination and its number', async () => {
    const { api, seen } = setup();
    await collect(paginate(api.list, {}, { next, maxPages: 2 }));
    await collect(paginate(api.list, {}, { next, maxPages: 1 }));
    const [first, second, third] = seen.calls.map(({ origin }) => origin) as [{ walk: number }, ...unknown[]];
    expect(first).toEqual({ type: 'page', walk: expect.any(Number), page: 1 });
    expect(second).toEqual({ ...first, page: 2 });
    expect(third).toEqual({ ...first, walk: first.walk + 1 });
  });

  it('receive that a retry is one', async () => {
    const { api, seen } = setup();
    const [first] = await collect(paginate(api.list, {}, { next, maxPages: 1 }));
    await first?.retry();
    expect(seen.calls[1]?.origin).toEqual({ type: 'retry', of: seen.calls[0]?.id });
  });

  it('receive nothing if a function of the user wraps the endpoint', async () => {
    const { api, seen } = setup();
    const own = vi.fn((params: { page?: number }) => api.list(params));
    await collect(paginate(own, {}, { next, maxPages: 1 }));
    expect({ length: own.mock.calls.length, origin: seen.calls[0]?.origin }).toEqual({
      length: 1,
      origin: undefined,
    });
  });
});

describe('an endpoint that returns streams', () => {
  it("has no pages: a 'network' error explains that, and nothing is sent", async () => {
    const { api, fetch } = setup();
    const [result, ...rest] = await collect(paginate(api.stream, { id: 1 }, { next }));
    expect(result?.error).toMatchObject({ kind: 'network', status: 0 });
    expect(result?.error?.body).toEqual(
      new TypeError('/stream/:id returns a stream, which has no pages: call the endpoint directly.'),
    );
    expect(result?.error?.message).toContain(
      '/stream/:id returns a stream, which has no pages: call the endpoint directly.',
    );
    expect(await result?.retry()).toEqual(result);
    expect({ rest, calls: fetch.mock.calls }).toEqual({ rest: [], calls: [] });
  });
});
