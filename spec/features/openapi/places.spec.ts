import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Placement } from '../../../lib/index.js';
import { createApi, defineRequest } from '../../../lib/index.js';
import { type PlaceMap, places, type PlaceStyle, type PlaceTarget } from '../../../lib/entries/openapi.js';
import { BASE, type CalledOnce, callOnce, stubFetch } from '../../support/client.js';
import { refusal } from '../../support/refusal.js';

/** Returns the sent request of an endpoint with this table. */
const send = (map: PlaceMap, params: unknown, path = '/x', method = 'POST' as 'GET' | 'POST') =>
  callOnce({ method, path, params, place: places(map) });

const queryOf = async (map: PlaceMap, params: object): Promise<string> =>
  (await send(map, params)).url.slice(`${BASE}/x?`.length);

const headersOf = (placement: Placement): Record<string, string> =>
  Object.fromEntries(placement.headers as Iterable<[string, string]>);

const formOf = ({ body }: CalledOnce): Promise<FormData> => new Response(body).formData();

/** The parts of a multipart body, one line for each. */
const partsOf = (form: FormData): Promise<string[]> =>
  Promise.all(
    [...form].map(async ([name, part]) => {
      if (typeof part === 'string') return `${name} ${part}`;
      // Bun adds the charset.
      const type = part.type.replace(/;charset=utf-8$/, '');
      return `${name} ${part.name} ${type} ${await part.text()}`;
    }),
  );

describe('places (rules.md#a-table-of-places)', () => {
  it('fills the path with its params, and the query with the other params', async () => {
    const sent = await send({}, { id: 'a/b', q: ['x', 'y z'], n: null, u: undefined }, '/x/{id}');
    expect({ url: sent.url, body: sent.body }).toEqual({ url: `${BASE}/x/a%2Fb?q=x&q=y%20z`, body: null });
  });

  it('sends each field in one location', async () => {
    const map: PlaceMap = { h: 'header', c: 'cookie', b: 'body', id_query: { in: 'query', name: 'id' } };
    const params = { id: 1, id_query: 2, h: 'v', c: 'd', b: { a: 1 }, q: 1 };
    const sent = await send(map, params, '/x/{id}');
    expect(sent.url).toBe(`${BASE}/x/1?id=2&q=1`);
    expect([sent.headers.get('h'), sent.headers.get('cookie'), sent.body]).toEqual(['v', 'c=d', '{"a":1}']);
  });

  it.each<[PlaceMap[string], unknown, string]>([
    ['query', ['a', 'b c'], 'f=a&f=b%20c'],
    ['csv', ['a,b', 'c'], 'f=a%2Cb,c'],
    ['csv', { a: 1, b: 'x' }, 'f=a,1,b,x'],
    ['csv', 5, 'f=5'],
    ['csv', [], ''],
    ['ssv', ['a', 'b'], 'f=a%20b'],
    ['ssv', { a: 1 }, 'f=a%201'],
    ['pipes', ['a', 'b'], 'f=a%7Cb'],
    ['deep', { a: 1, b: { c: 'x' }, d: null }, 'f%5Ba%5D=1&f%5Bb%5D%5Bc%5D=x'],
    ['deep', ['a', 'b'], 'f%5B%5D=a&f%5B%5D=b'],
    ['deep', { a: ['x', 'y'] }, 'f%5Ba%5D%5B%5D=x&f%5Ba%5D%5B%5D=y'],
    ['deep', [{ a: 1 }, { a: 2 }], 'f%5B0%5D%5Ba%5D=1&f%5B1%5D%5Ba%5D=2'],
    ['spread', { a: 1, b: ['x', 'y'] }, 'a=1&b=x&b=y'],
    ['spread', 'x', 'f=x'],
    ['json', { a: [1] }, 'f=%7B%22a%22%3A%5B1%5D%7D'],
    [{ in: 'csv', name: 'g' }, [1, null, 2], 'g=1,2'],
    [{ in: 'query', style: 'pipes' }, ['a', 'b'], 'f=a%7Cb'],
    ['query', '\ud800', 'f=%EF%BF%BD'],
  ])('writes in the query under %j the value %j as %s', async (entry, value, query) => {
    expect(await queryOf({ f: entry }, { f: value })).toBe(query);
  });

  it.each<[PlaceMap[string], unknown, string]>([
    ['csv', ['a,b', 1], '/x/a%2Cb,1'],
    ['csv', { a: 1 }, '/x/a,1'],
    ['spread', { a: 1, 'b=': 'x/,;' }, '/x/a=1,b%3D=x%2F%2C%3B'],
    ['spread', 'a=b', '/x/a%3Db'],
    ['text', ';color=blue,b%2Cc', '/x/;color=blue,b%2Cc'],
    ['text', '.a/../?b#c%', '/x/.a%2F..%2F%3Fb%23c%25'],
    ['text', 5, '/x/5'],
    [{ in: 'path', name: 'id', style: 'text' }, ';a=1', '/x/;a=1'],
    ['json', { a: 1 }, '/x/%7B%22a%22%3A1%7D'],
    [{ in: 'path', name: 'id', style: 'csv' }, [1, 2], '/x/1,2'],
  ])('writes in the path under %j the value %j as %s', async (entry, value, path) => {
    const field = typeof entry === 'object' ? 'f' : 'id';
    expect((await send({ [field]: entry }, { [field]: value }, '/x/{id}')).url).toBe(BASE + path);
  });

  it.each<[PlaceMap[string], unknown, string]>([
    ['header', 'a b', 'a b'],
    ['header', ['a', 1], 'a,1'],
    ['header', { a: 1, b: 2 }, 'a,1,b,2'],
    [{ in: 'header', style: 'spread' }, { a: 1, b: 2 }, 'a=1,b=2'],
    [{ in: 'header', style: 'json' }, { a: 'é\u2028' }, '{"a":"\\u00e9\\u2028"}'],
  ])('writes a header under %j of %j as %s', (entry, value, text) => {
    expect(headersOf(places({ 'x-f': entry }).place({ 'x-f': value }, []))).toEqual({ 'x-f': text });
  });

  it('writes all cookies in one header', () => {
    const map: PlaceMap = { a: 'cookie', b: 'cookie', c: { in: 'cookie', style: 'csv', name: 'd' } };
    const { headers } = places(map).place({ a: 'x;y', b: [1, 2], c: [1, 2] }, []);
    expect([...(headers as Iterable<[string, string]>)]).toEqual([['cookie', 'a=x%3By; b=1; b=2; d=1,2']]);
  });
});

describe('a path segment from a table (rules.md#a-table-of-places)', () => {
  it.each<[PlaceMap[string], unknown]>([
    ['text', ''],
    ['text', '.'],
    ['text', '..'],
    ['text', '%2E.'],
    ['text', '%2e%2E'],
    ['spread', {}],
  ])('is rejected under %j for %j, and nothing is sent', async (entry, value) => {
    const { message } = refusal(await send({ id: entry }, { id: value }, '/x/{id}')).body;
    expect(message).toContain(
      'Invalid path params: "id" (an empty string). Pass a non-empty string, finite number, bigint or boolean.',
    );
  });
});

describe('the content type of a body (rules.md#a-table-of-places)', () => {
  const blob = (type: string): Blob => new Blob(['x'], { type });
  const VENDOR = 'application/vnd.api+json; profile="https://Api.test/a,b"';

  it.each<[PlaceTarget, string, unknown, string]>([
    ['body', VENDOR, { a: 1 }, VENDOR],
    ['body', VENDOR, 'text', VENDOR],
    ['raw', 'text/csv', 'a,b', 'text/csv'],
    ['raw', 'image/png', blob('image/jpeg'), 'image/png'],
    ['raw', 'image/png', new Uint8Array([1]), 'image/png'],
    ['raw', 'image/*', blob('image/jpeg'), 'image/jpeg'],
    ['raw', 'image/*', blob(''), 'application/octet-stream'],
    ['raw', 'image/*', new Uint8Array([1]), 'application/octet-stream'],
    ['raw', 'image/png, image/jpeg', blob('image/jpeg'), 'image/jpeg'],
    ['raw', 'image/png, image/jpeg', blob('image/gif'), 'image/png'],
    ['raw', '*/*', blob('font/woff2'), 'font/woff2'],
    ['raw', 'multipart/mixed', blob('multipart/mixed; boundary=a'), 'multipart/mixed; boundary=a'],
    [
      'form',
      'application/x-www-form-urlencoded; charset=utf-8',
      { a: 1 },
      'application/x-www-form-urlencoded',
    ],
  ])('under %s and %s of %o is %s', async (target, type, value, sent) => {
    const { contentType } = await send({ body: { in: target, type } }, { body: value });
    expect(contentType).toBe(sent);
  });

  it('is set by the platform for a form, which has a boundary', async () => {
    const form = new FormData();
    form.set('a', '1');
    for (const target of ['raw', 'multipart'] as const)
      expect(
        (await send({ body: { in: target, type: 'multipart/form-data' } }, { body: form })).contentType,
      ).toBe(null);
  });

  it('is not sent without a body', async () => {
    const sent = await send({ body: { in: 'body', type: VENDOR } }, { body: undefined });
    expect({ body: sent.body, contentType: sent.contentType }).toEqual({ body: null, contentType: null });
  });

  it.each(['client', 'endpoint', 'call'])('is overridden by the header of the %s', async (level) => {
    const headers = { 'Content-Type': 'application/yours' };
    const fetch = stubFetch({ data: {} });
    const at = (name: string) => (name === level ? { headers } : {});
    const requests = {
      add: defineRequest<object, { body?: object }>()({
        method: 'POST',
        path: '/x',
        place: places({ body: { in: 'body', type: VENDOR } }),
        ...at('endpoint'),
      }),
    };
    const api = createApi({ baseUrl: BASE, fetch, requests, ...at('client') });
    await api.add({ body: {} }, at('call'));
    expect(new Headers(fetch.lastInit.headers).get('content-type')).toBe('application/yours');
  });
});

describe('a body from a table (rules.md#a-table-of-places)', () => {
  const URLENCODED = 'application/x-www-form-urlencoded';

  it.each<[PlaceMap[string], unknown, string | null, string | null]>([
    ['body', { a: 1 }, '{"a":1}', 'application/json'],
    ['body', 'text', '"text"', 'application/json'],
    ['body', false, 'false', 'application/json'],
    ...(['body', 'raw', 'form', 'multipart'] as const).map((word): [typeof word, null, null, null] => [
      word,
      null,
      null,
      null,
    ]),
    ['raw', 'text', 'text', 'text/plain'],
    ['raw', 5, '5', 'text/plain'],
    ['form', { a: ['x', 'y z'], b: { c: 1 } }, 'a=x&a=y%20z&b=%7B%22c%22%3A1%7D', URLENCODED],
    [
      { in: 'form', members: { a: 'csv', b: 'deep' } },
      { a: [1, 2], b: { c: [1] } },
      'a=1,2&b%5Bc%5D%5B%5D=1',
      URLENCODED,
    ],
  ])('under %j of %j is %s', async (entry, value, body, type) => {
    const sent = await send({ body: entry }, { body: value });
    expect({ body: sent.body, contentType: sent.contentType }).toEqual({ body, contentType: type });
  });

  it('is sent unchanged if it is a native body', async () => {
    const blob = new Blob(['x']);
    for (const word of ['body', 'raw'] as const)
      expect((await send({ body: word }, { body: blob })).body).toBe(blob);
    const params = new URLSearchParams('a=1');
    expect((await send({ body: 'form' }, { body: params })).contentType).toBe(URLENCODED);
    const form = new FormData();
    form.set('a', '1');
    expect((await formOf(await send({ body: 'multipart' }, { body: form }))).get('a')).toBe('1');
  });

  it('as multipart contains files, strings, arrays of both, and JSON', async () => {
    const body = {
      file: new File(['bytes'], 'a.png', { type: 'image/png' }),
      bytes: new Uint8Array([65]),
      n: 1,
      tags: ['a', 'b'],
      ids: [1, 2],
      meta: { a: 1 },
      left: undefined,
    };
    const sent = await send({ body: { in: 'multipart', members: { ids: 'csv' } } }, { body });
    expect(await partsOf(await formOf(sent))).toEqual([
      'file a.png image/png bytes',
      'bytes blob application/octet-stream A',
      'n 1',
      'tags a',
      'tags b',
      'ids 1,2',
      'meta blob application/json {"a":1}',
    ]);
  });

  const f = { id: 9007199254740993n, ids: [1n], text: '5#' };
  const json = '{"id":9007199254740993,"ids":[1],"text":"5#"}';

  it('as multipart contains the exact digits of a bigint in JSON', async () => {
    const parts = await partsOf(await formOf(await send({ body: 'multipart' }, { body: { f } })));
    expect(parts).toEqual([`f blob application/json ${json}`]);
  });

  it('contains the exact digits of a bigint in JSON', async () => {
    expect((await send({ body: 'form' }, { body: { f } })).body).toBe(`f=${encodeURIComponent(json)}`);
    expect(await queryOf({ f: 'json' }, { f })).toBe(`f=${encodeURIComponent(json)}`);
  });
});

describe('the content type of a part (rules.md#a-table-of-places)', () => {
  const partOf = (type: string, value: unknown, style?: PlaceStyle): Promise<string[]> => {
    const place = places({ body: { in: 'multipart', members: { f: { style, type } } } });
    return partsOf(place.place({ body: { f: value } }, []).body as FormData);
  };
  const file = (type: string): File => new File(['x'], 'a', { type });

  it.each([
    ['image/png', '', 'image/png'],
    ['image/png', 'image/gif', 'image/png'],
    ['image/png, image/jpeg', 'image/jpeg', 'image/jpeg'],
    ['image/png,image/jpeg', 'image/gif', 'image/png'],
    ['image/*', 'image/gif', 'image/gif'],
    ['image/*, image/png', 'text/html', 'image/png'],
    ['image/*', 'text/html', 'text/html'],
    ['*/*, image/png', 'text/html', 'text/html'],
    ['text/csv; charset=utf-8', 'text/csv;header=present', 'text/csv;header=present'],
    ['Image/PNG', '', 'image/png'],
  ])('of %j is for a file of the type %j %s', async (type, own, sent) => {
    expect(await partOf(type, file(own))).toEqual([`f a ${sent} x`]);
  });

  it('is missing for a file without a type, which a form sends as bytes', async () => {
    expect(await partOf('image/*', file(''))).toEqual(['f a  x']);
  });

  it.each<[string, unknown, string[]]>([
    ['image/png', new Uint8Array([65]), ['f blob image/png A']],
    ['image/png', new Blob(['x'], { type: 'text/plain' }), ['f blob image/png x']],
    ['image/png', [file(''), file('image/png')], ['f a image/png x', 'f a image/png x']],
    ['text/csv', 'a,b', ['f blob text/csv a,b']],
    ['text/csv', ['a', 1], ['f blob text/csv a', 'f blob text/csv 1']],
    ['text/plain', 'a', ['f a']],
    ['text/plain; charset=utf-8', 5, ['f 5']],
    ['application/json', 'a', ['f blob application/json "a"']],
    ['application/json', ['a', 1], ['f blob application/json "a"', 'f blob application/json 1']],
    ['application/json; charset=utf-8', 'a', ['f blob application/json "a"']],
    ['application/ld+json', { a: 1 }, ['f blob application/ld+json {"a":1}']],
    ['text/plain', { a: 1 }, ['f {"a":1}']],
    ['text/*', { a: 1 }, ['f blob application/json {"a":1}']],
  ])('is %s for %j', async (type, value, parts) => {
    expect(await partOf(type, value)).toEqual(parts);
  });

  it('applies to the string that a style creates', async () => {
    expect(await partOf('text/csv', [1, 2], 'csv')).toEqual(['f blob text/csv 1,2']);
    expect(await partOf('application/ld+json', [1, 2], 'json')).toEqual(['f blob application/ld+json [1,2]']);
  });

  it('is ignored in an urlencoded body', async () => {
    const map: PlaceMap = { body: { in: 'form', members: { f: { type: 'application/xml' } } } };
    expect((await send(map, { body: { f: '<a/>' } })).body).toBe('f=%3Ca%2F%3E');
  });
});

describe('places rejects (rules.md#a-table-of-places)', () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;

  it.each<[PlaceMap[string], unknown]>([
    ['query', { a: 'secret-value' }],
    ['query', [['secret-value']]],
    ['csv', [{ a: 'secret-value' }]],
    ['csv', new Date(0)],
    ['deep', { a: new Set(['secret-value']) }],
    ['deep', circle],
    ['spread', { a: { b: 'secret-value' } }],
    ['header', [{}]],
    ['cookie', NaN],
    ['json', () => 'secret-value'],
    [{ in: 'header', style: 'json' }, Symbol('secret-value')],
  ])('under %j an invalid value, with the name of the field and without the value', async (entry, value) => {
    const { message } = refusal(await send({ field: entry }, { field: value })).body;
    expect(message).toContain('"field"');
    expect(message).not.toContain('secret-value');
  });

  it('a header with a line break', async () => {
    refusal(await send({ 'x-a': 'header' }, { 'x-a': 'a\r\nb: c' }));
  });

  it('params without fields', async () => {
    refusal(await send({}, new FormData()));
    refusal(await send({}, new Blob(['x'])));
    expect(refusal(await send({}, ['a'])).body.message).toContain('params is an Array: pass an object');
  });

  it.each<[unknown, string]>([
    [
      { a: 'qurey' },
      'places: "a" is "qurey": use path, query, header, cookie, body, raw, form, multipart, csv, ssv, pipes, deep, spread, json, text.',
    ],
    [
      { a: {} },
      'places: "a" is undefined: use path, query, header, cookie, body, raw, form, multipart, csv, ssv, pipes, deep, spread, json, text.',
    ],
    [
      { a: { in: 'query', style: 'query' } },
      'places: "a" is "query": use csv, ssv, pipes, deep, spread, json, text.',
    ],
    [
      { a: { in: 'form', members: { b: 'x' } } },
      'places: "a" is "x": use csv, ssv, pipes, deep, spread, json, text.',
    ],
    [
      { a: { in: 'form', members: { b: { style: 'x' } } } },
      'places: "a" is "x": use csv, ssv, pipes, deep, spread, json, text.',
    ],
    [
      { a: { in: 'form', members: { b: null } } },
      'places: "a" is null: use csv, ssv, pipes, deep, spread, json, text.',
    ],
    [
      { a: { in: 'form', members: { b: { type: 'png' } } } },
      'places: "a" is "png": use a type such as image/png.',
    ],
    [
      { a: { in: 'form', members: { b: { type: 'image/png,' } } } },
      'places: "a" is "image/png,": use a type such as image/png.',
    ],
    [
      { a: { in: 'form', members: { b: { type: 'a/b\r\nc: d' } } } },
      'places: "a" is "a/b\\r\\nc: d": use a type such as image/png.',
    ],
    [
      { a: { in: 'form', members: { b: { type: 5 } } } },
      'places: "a" is a number: use a type such as image/png.',
    ],
    [{ a: { in: 'body', type: 'json' } }, 'places: "a" is "json": use a type such as image/png.'],
    [{ a: 'body', b: 'form' }, 'places: "a" and "b" are bodies'],
    [undefined, 'places got undefined: pass an object.'],
  ])('a table, %j, when it is created', (map, told) => {
    expect(() => places(map as PlaceMap)).toThrow(told);
  });
});

describe('the table of places', () => {
  it('is read once', () => {
    const map: Record<string, 'header' | 'query'> = { a: 'query' };
    const place = places(map);
    map['a'] = 'header';
    expect(place.place({ a: 1 }, []).query).toBe('a=1');
  });

  it('accepts fields and members of any name', async () => {
    const params = JSON.parse('{"__proto__":"a","constructor":"b"}') as object;
    const sent = await send(JSON.parse('{"__proto__":"csv"}') as PlaceMap, params, '/{constructor}');
    expect(sent.url).toBe(`${BASE}/b?__proto__=a`);
    expect((await send({ f: 'spread' }, { f: params })).url).toContain('?__proto__=a&constructor=b');
  });

  it('encodes strings that can be split before they are decoded', () => {
    const texts = fc.array(fc.string({ unit: 'binary' }), { minLength: 1 });
    fc.assert(
      fc.property(texts, (list) => {
        const query = places({ f: 'csv' }).place({ f: list }, []).query as string;
        expect(query.slice('f='.length).split(',').map(decodeURIComponent)).toEqual(list);
      }),
    );
  });
});
