import { describe, expect, it, vi } from 'vitest';
import { createApi, type InvalidData, Request } from '../../../lib/index.js';
import {
  as,
  bytes,
  type Codec,
  date,
  dateTime,
  decodes,
  encodes,
  int64,
  lazy,
  list,
  object,
  parseInt64,
  stringifyInt64,
} from '../../../lib/entries/codec.js';
import { jsonResponse } from '../../../lib/entries/testing.js';

interface User {
  id: bigint;
  createdAt: Date;
  bornOn?: Date | null;
  friends?: User[];
  photo?: Uint8Array;
}

const UserCodec: Codec = object({
  id: int64,
  createdAt: dateTime,
  born_on: as('bornOn', date),
  friends: list(lazy(() => UserCodec)),
  photo: bytes,
});

const WIRE =
  '{"id":9007199254740993,"createdAt":"2026-11-25T14:43:56.000Z","born_on":"2000-02-29","friends":[{"id":7,"createdAt":"2026-11-25T14:43:56.000Z","born_on":null}],"photo":"AAE="}';

const USER: User = {
  id: 9007199254740993n,
  createdAt: new Date('2026-11-25T14:43:56Z'),
  bornOn: new Date('2000-02-29'),
  friends: [{ id: 7n, createdAt: new Date('2026-11-25T14:43:56Z'), bornOn: null }],
  photo: new Uint8Array([0, 1]),
};

interface FindParams {
  since: Date;
  on?: Date;
  near?: Date[];
}

const requests = {
  find: new Request<FindParams, User>({
    method: 'GET',
    path: '/users/:on',
    schema: decodes(UserCodec),
    params: encodes(object({ since: dateTime, on: date, near: list(date) })),
  }),
  save: new Request<User & { file?: Blob }, User>({
    method: 'PUT',
    path: '/users',
    schema: decodes(UserCodec),
    params: encodes(UserCodec),
    errors: { 409: decodes<{ until: Date }>(object({ until: dateTime })) },
  }),
  upload: new Request<FormData>({
    method: 'POST',
    path: '/files',
    responseType: 'none',
    params: encodes(UserCodec),
  }),
};

/** A client whose server sends this response to each request. */
const clientOf = (response: () => Response) => {
  const fetch = vi.fn((_url: unknown, _init?: RequestInit) => Promise.resolve(response()));
  const onInvalidData = vi.fn<(found: InvalidData) => void>();
  const api = createApi({
    baseUrl: 'https://api.test',
    requests,
    fetch,
    onInvalidData,
    parseJson: parseInt64,
    stringifyJson: stringifyInt64,
  });
  return { api, fetch, onInvalidData };
};

describe('an endpoint with a codec', () => {
  it('converts the data of its responses', async () => {
    const { api, onInvalidData } = clientOf(() => new Response(WIRE));
    const { data } = await api.find({ since: new Date(0), on: new Date(0) });
    expect(data).toEqual(USER);
    expect(onInvalidData).not.toHaveBeenCalled();
  });

  it('converts params of the path, the query and the body', async () => {
    const { api, fetch } = clientOf(() => new Response(WIRE));
    await api.find({ since: new Date(0), on: new Date(0), near: [new Date(0), new Date(1e9)] });
    expect(fetch.mock.calls[0]?.[0]).toBe(
      'https://api.test/users/1970-01-01?since=1970-01-01T00%3A00%3A00.000Z&near=1970-01-01&near=1970-01-12',
    );
    const given = structuredClone(USER);
    await api.save(given);
    expect(fetch.mock.calls[1]?.[1]?.body).toBe(WIRE);
    expect(given).toEqual(USER);
  });

  it('sends a FormData as it is', async () => {
    const { api, fetch } = clientOf(() => new Response());
    const form = new FormData();
    form.append('createdAt', 'x');
    expect((await api.upload(form)).error).toBeNull();
    expect(fetch.mock.calls[0]?.[1]?.body).toBe(form);
  });

  it('keeps a value that is invalid, and calls onInvalidData under every onInvalid', async () => {
    for (const onInvalid of ['fail', 'report', undefined] as const) {
      const wire = { id: 1, createdAt: 'yesterday', friends: [{ id: 1.5 }] };
      const { api, onInvalidData } = clientOf(() => jsonResponse(wire));
      const { data, error } = await api.find({ since: new Date(0), on: new Date(0) }, { onInvalid });
      expect(error).toBeNull();
      expect(data).toEqual({ ...wire, id: 1n });
      expect(onInvalidData.mock.calls).toEqual([
        [
          {
            endpoint: 'find',
            status: 200,
            context: {},
            data: wire,
            issues: [
              { path: ['createdAt'], message: 'Expected an RFC 3339 date-time' },
              {
                path: ['friends', 0, 'id'],
                message: 'Expected an integer that is exact: use parseJson: parseInt64',
              },
            ],
          },
        ],
      ]);
    }
  });

  it('converts the bodies of errors, and reports them', async () => {
    const good = clientOf(() => jsonResponse({ until: '2026-01-01T00:00:00Z' }, { status: 409 }));
    const { error } = await good.api.save(USER);
    expect(error).toMatchObject({ kind: 'http', status: 409, body: { until: new Date('2026-01-01') } });

    const bad = clientOf(() => jsonResponse({ until: 'later' }, { status: 409 }));
    expect((await bad.api.save(USER)).error).toMatchObject({ kind: 'http', body: { until: 'later' } });
    expect(bad.onInvalidData).toHaveBeenCalledTimes(1);
    expect(bad.onInvalidData.mock.calls[0]?.[0]).toMatchObject({
      status: 409,
      issues: [{ path: ['until'] }],
    });
  });

  it('sends nothing for an invalid Date', async () => {
    const { api, fetch } = clientOf(() => new Response(WIRE));
    const { error } = await api.find({ since: new Date(NaN), on: new Date(0) });
    expect(error).toMatchObject({
      kind: 'network',
      issues: [{ path: ['since'], message: 'Expected an RFC 3339 date-time' }],
    });
    expect(error?.message).toContain('The params object has 1 problem, at since');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('sends a string that is in the place of a Date', async () => {
    const { api, fetch } = clientOf(() => new Response(WIRE));
    await api.find({ since: 'now' as never, on: new Date(0) });
    expect(fetch.mock.calls[0]?.[0]).toBe('https://api.test/users/1970-01-01?since=now');
  });
});
