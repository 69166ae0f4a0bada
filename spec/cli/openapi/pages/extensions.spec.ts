import { describe, expect, it } from 'vitest';
import { param, takes } from '../../../support/open-api.js';
import {
  FLAG,
  iterated,
  listing,
  listOf,
  objectOf,
  pagesFrom,
  pagesOf,
  TEXT,
  WHOLE,
} from '../../../support/paged.js';

const PAGE = objectOf({
  data: listOf(objectOf({ id: TEXT })),
  next: TEXT,
  meta: objectOf({ pages: WHOLE, url: TEXT }),
});
const PARAMS = [
  param('query', 'cursor'),
  param('query', 'page', WHOLE),
  param('query', 'offset', WHOLE),
  param('query', 'limit', WHOLE),
];
const CURSOR = { type: 'cursor', param: 'cursor', next: 'next', items: 'data' };
const CALL = "cursorPages({ param: 'cursor', next: 'next', items: 'data' })";

const failure = (document: object, options: object = {}): Promise<string> =>
  pagesFrom(document, options).then(
    () => 'resolved',
    (error: unknown) => {
      const { pointer, message } = error as { pointer?: string; message: string };
      return `${String(pointer)}: ${message}`;
    },
  );
const AT = '/paths/~1things/get';

describe('x-homing-pages', () => {
  const extended = (value: unknown, root: object = {}) =>
    listing(PAGE, PARAMS, { 'x-homing-pages': value, root });

  it('is a rule, or an array of rules, of an operation', async () => {
    expect((await pagesFrom(extended(CURSOR))).pages).toBe(CALL);
    expect((await pagesFrom(extended([{ ...CURSOR, next: 'x' }, CURSOR]))).pages).toBe(CALL);
  });

  it('is a map at the top of the document', async () => {
    const ofDocument = (map: object) => listing(PAGE, PARAMS, { root: { 'x-homing-pages': map } });
    expect((await pagesFrom(ofDocument({ listThings: CURSOR }))).pages).toBe(CALL);
    expect((await pagesFrom(ofDocument({ '*': [{ ...CURSOR, next: 'x' }, CURSOR] }))).pages).toBe(CALL);
    expect(await failure(ofDocument({ listThing: CURSOR }))).toBe(
      "/x-homing-pages: x-homing-pages of 'listThing': no such operation: try 'listThings'",
    );
    expect(await failure(ofDocument({ listThings: { ...CURSOR, next: 'nxt' } }))).toBe(
      `${AT}: x-homing-pages of 'listThings': the data has no member 'nxt' (next): try 'next'`,
    );
    expect(await failure(listing(PAGE, PARAMS, { root: { 'x-homing-pages': [] } }))).toBe(
      '/x-homing-pages: x-homing-pages is an array: pass an object',
    );
  });

  it('loses to a named rule of the user, and wins over *', async () => {
    const number = { type: 'number', param: 'page' };
    const map = { 'x-homing-pages': { listThings: number, '*': number } };
    expect((await pagesFrom(extended(CURSOR, map), { pages: { '*': number } })).pages).toBe(CALL);
    expect((await pagesOf(extended(CURSOR), number)).pages).toBe(
      "numberPages({ param: 'page', items: 'data' })",
    );
    expect((await pagesOf(extended({ type: 'wrong' }), [])).pages).toBeUndefined();
  });

  it.each([
    [{ ...CURSOR, next: 'nxt' }, "x-homing-pages: the data has no member 'nxt' (next): try 'next'"],
    [{ ...CURSOR, x: 1 }, "x-homing-pages has the unknown member 'x'; cursor has param, next, items, more"],
    [null, 'x-homing-pages is null: pass a rule'],
  ])('that is wrong is an error: %j', async (value, message) => {
    expect(await failure(extended(value))).toBe(`${AT}: ${message}`);
  });
});

const speakeasy = (value: object, rest: object = {}) =>
  listing(PAGE, PARAMS, { 'x-speakeasy-pagination': value, ...rest });
const input = (type: string, name = type, place = 'parameters') => ({ name, in: place, type });

describe('x-speakeasy-pagination', () => {
  it.each([
    [
      { type: 'cursor', inputs: [input('cursor')], outputs: { nextCursor: '$.next', results: '$.data' } },
      CALL,
    ],
    [
      { type: 'cursor', inputs: [input('cursor')], outputs: { nextCursor: "$['data'][-1].id" } },
      "cursorPages({ param: 'cursor', next: 'data.-1.id', items: 'data' })",
    ],
    [
      { type: 'offsetLimit', inputs: [input('page'), input('limit')], outputs: { numPages: '$.meta.pages' } },
      "numberPages({ param: 'page', items: 'data', totalPages: 'meta.pages', limit: 'limit' })",
    ],
    [
      { type: 'offsetLimit', inputs: [input('limit'), input('offset')], outputs: { results: '$.data' } },
      "offsetPages({ param: 'offset', items: 'data', limit: 'limit' })",
    ],
    [
      { type: 'url', outputs: { nextUrl: '$.meta.url', results: '$.data' } },
      "linkPages({ next: 'meta.url', items: 'data' })",
    ],
  ])('%j is read', async (value, call) => {
    expect((await pagesFrom(speakeasy(value))).pages).toBe(call);
  });

  it('names members of the body', async () => {
    const value = {
      type: 'cursor',
      inputs: [input('cursor', 'since', 'requestBody')],
      outputs: { nextCursor: '$.next' },
    };
    const requestBody = takes(objectOf({ since: TEXT }));
    const { pages } = await pagesFrom(speakeasy(value, { method: 'post', requestBody }));
    expect(pages).toBe("cursorPages({ param: 'body.since', next: 'next', items: 'data' })");
  });

  it.each([
    [{ type: 'page' }, "type is 'page': pass cursor, offsetLimit or url"],
    [{}, 'type is a value of type undefined: pass cursor, offsetLimit or url'],
    [{ type: 'cursor', outputs: { nextCursor: '$.next' } }, 'param is missing: add it'],
    [{ type: 'offsetLimit', inputs: [input('limit')] }, 'has no input of type page or offset: add one'],
    [
      { type: 'url', outputs: { nextUrl: '$..url' } },
      "nextUrl '$..url' can't be read: use a JSONPath such as $.data.items",
    ],
    [
      { type: 'url', outputs: { nextUrl: '$.data[*]' } },
      "nextUrl '$.data[*]' can't be read: use a JSONPath such as $.data.items",
    ],
    [{ type: 'url', outputs: { nextUrl: 7 } }, 'nextUrl is a value of type number: pass a JSONPath'],
    [
      { type: 'cursor', inputs: [{ type: 'cursor' }] },
      'the name of the input cursor is a value of type undefined: pass a string',
    ],
  ])('%j is an error', async (value, message) => {
    expect(await failure(speakeasy(value))).toBe(`${AT}: x-speakeasy-pagination ${message}`);
  });

  it('that does not fit is an error', async () => {
    const value = { type: 'url', outputs: { nextUrl: '$.meta.urll' } };
    expect(await failure(speakeasy(value))).toBe(
      `${AT}: x-speakeasy-pagination: the data has no member 'meta.urll' (next): try 'meta.url'`,
    );
  });
});

const marked = (purpose: string, schema: object = TEXT): object => ({
  ...schema,
  'x-stainless-pagination-property': { purpose },
});

describe('x-stainless-pagination-property', () => {
  it('marks a cursor and its field, also in $ref and allOf', async () => {
    const root = {
      components: { schemas: { Page: objectOf({ info: objectOf({ last: marked('next_cursor_field') }) }) } },
    };
    const data = objectOf({
      rows: marked('items', listOf()),
      other: listOf(),
      more: marked('has_next_page', FLAG),
    });
    const schema = { allOf: [{ $ref: '#/components/schemas/Page' }, data] };
    const { pages, text } = await pagesFrom(
      listing(schema, [param('query', 'after', marked('next_cursor_param'))], { root }),
    );
    expect(pages).toBe("cursorPages({ param: 'after', next: 'info.last', items: 'rows', more: 'more' })");
    const reply = { rows: ['a'], other: [], more: false, info: { last: 'x' } };
    expect((await iterated(text, [reply])).found).toEqual(['a']);
  });

  it.each<[string, object, object[], string]>([
    [
      'the id of the last item',
      objectOf({ data: marked('items', listOf(objectOf({ id: marked('cursor_item_id') }))) }),
      [param('query', 'after', marked('next_cursor_id_param'))],
      "cursorPages({ param: 'after', next: 'data.-1.id', items: 'data' })",
    ],
    [
      'a number',
      objectOf({ data: marked('items', listOf()), count: marked('total_page_count_field', WHOLE) }),
      [param('query', 'p', marked('page_number_param', WHOLE))],
      "numberPages({ param: 'p', items: 'data', totalPages: 'count' })",
    ],
    [
      'an offset, and data that is the array',
      { ...listOf(), 'x-stainless-pagination-property': { is_top_level_array: true } },
      [param('query', 'skip', marked('offset_count_param', WHOLE))],
      "offsetPages({ param: 'skip' })",
    ],
    [
      'a URL',
      objectOf({ data: marked('items', listOf()), next: marked('cursor_url_field') }),
      [],
      "linkPages({ next: 'next', items: 'data' })",
    ],
  ])('marks %s', async (_, schema, params, call) => {
    expect((await pagesFrom(listing(schema, params))).pages).toBe(call);
  });

  it('without the other mark, or in a header, is ignored', async () => {
    const params = [param('query', 'after', marked('next_cursor_param'))];
    expect((await pagesFrom(listing(listOf(), params))).pages).toBeUndefined();
    const fromHeader = {
      ...TEXT,
      'x-stainless-pagination-property': { purpose: 'next_cursor_field', from_header: 'x' },
    };
    expect(
      (await pagesFrom(listing(objectOf({ data: listOf(), next: fromHeader }), params))).pages,
    ).toBeUndefined();
  });
});
