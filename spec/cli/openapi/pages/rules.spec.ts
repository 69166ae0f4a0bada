import { describe, expect, it } from 'vitest';
import { generate } from '../../../../lib/entries/openapi-generator.js';
import { answers, openApi, param, takes } from '../../../support/open-api.js';
import { FLAG, listing, listOf, objectOf, pagesFrom, pagesOf, TEXT, WHOLE } from '../../../support/paged.js';

const PAGE = objectOf({
  data: listOf(),
  next_cursor: TEXT,
  next_url: { type: 'string', format: 'uri' },
  has_more: FLAG,
  total: WHOLE,
  meta: objectOf({ next: TEXT, pages: WHOLE }),
});
const PARAMS = [param('query', 'cursor'), param('query', 'page', WHOLE), param('query', 'all', FLAG)];
const document = listing(PAGE, PARAMS);
const CURSOR = { type: 'cursor', param: 'cursor', next: 'next_cursor' };
const NUMBER = { type: 'number', param: 'page' };
const CALL = "cursorPages({ param: 'cursor', next: 'next_cursor', items: 'data' })";

const failure = async (
  run: Promise<unknown>,
): Promise<{ message: string; pointer: unknown; name: string }> => {
  const error: unknown = await run.then(
    () => new Error('resolved'),
    (reason: unknown) => reason,
  );
  const { message, name, pointer } = error as Error & { pointer?: unknown };
  return { message, name, pointer };
};
const problem = async (rule: unknown, from: object = document, options: object = {}): Promise<string> => {
  const { message, pointer } = await failure(pagesOf(from, rule, options));
  expect(String(pointer)).toMatch(/^\/paths\/~1things\//);
  return message.replace("pages of 'listThings': ", '');
};

describe('a rule of an operation', () => {
  it.each([
    [{ ...CURSOR, param: 'curser' }, "no param is 'curser' (param): try 'cursor'"],
    [{ ...CURSOR, param: 'zzz' }, "no param is 'zzz' (param): fix it"],
    [{ ...CURSOR, param: 'all' }, "param: 'all' isn't a string or a number: pass another param"],
    [{ ...CURSOR, param: 'cursor.a' }, "the param 'cursor' has no member 'a' (param): fix it"],
    [{ ...CURSOR, next: 'next_curser' }, "the data has no member 'next_curser' (next): try 'next_cursor'"],
    [{ ...CURSOR, next: 'meta.nxt' }, "the data has no member 'meta.nxt' (next): try 'meta.next'"],
    [{ ...CURSOR, next: 'has_more' }, "next: 'has_more' isn't a string or a number: pass another path"],
    [{ ...CURSOR, next: 'next_url' }, "next: 'next_url' is a URL: set type to link, and remove param"],
    [{ ...CURSOR, more: 'total' }, "more: 'total' isn't a boolean: pass another path"],
    [{ ...CURSOR, items: 'meta' }, "items: 'meta' isn't an array: try 'data'"],
    [{ ...CURSOR, items: '' }, "items: the data isn't an array: try 'data'"],
    [{ ...CURSOR, items: 'data.-1' }, "items: 'data.-1' isn't an array: try 'data'"],
    [{ ...NUMBER, totalPages: 'has_more' }, "totalPages: 'has_more' isn't a number: pass another path"],
    [{ ...NUMBER, last: 'meta.page' }, "the data has no member 'meta.page' (last): try 'meta.pages'"],
    [{ ...NUMBER, limit: 'pagee' }, "no param is 'pagee' (limit): try 'page'"],
    [{ type: 'link', next: 'total' }, "next: 'total' isn't a URL: pass another path"],
    [{ ...CURSOR, next: 'constructor' }, "the data has no member 'constructor' (next): fix it"],
  ])('that does not fit is an error: %j', async (rule, message) => {
    expect(await problem(rule)).toBe(message);
  });

  it('needs items if the data has several arrays, or none', async () => {
    const several = listing(objectOf({ one: listOf(), two: listOf(), next_cursor: TEXT }), PARAMS);
    expect(await problem(CURSOR, several)).toBe('the data has the arrays one, two: set items');
    expect(await problem(NUMBER, listing(objectOf({ a: TEXT }), PARAMS))).toBe(
      'the data has no array: set items',
    );
  });

  it('needs JSON with a schema', async () => {
    const message = 'the success has no JSON schema: remove the rule';
    const text = { responses: { 200: answers(TEXT, 'text/plain') } };
    expect(await problem(NUMBER, listing({}, PARAMS, text))).toBe(message);
    const untyped = { responses: { 200: { description: '', content: { 'application/json': {} } } } };
    expect(await problem(NUMBER, listing({}, PARAMS, untyped))).toBe(message);
    expect(await problem(NUMBER, listing(PAGE, PARAMS, { method: 'head' }))).toBe(message);
  });

  it('rejects a param whose own name has a dot, which pages set as a member', async () => {
    const dotted = listing(listOf(), [param('query', 'page.number', WHOLE)]);
    const rule = { type: 'number', param: 'page.number' };
    expect(await problem(rule, dotted)).toContain("'page.number' has a dot");
    const { pages } = await pagesOf(dotted, rule, { properties: 'camelCase' });
    expect(pages).toBe("numberPages({ param: 'pageNumber' })");
  });

  it('rejects a cursor that becomes a Date', async () => {
    const dated = listing(
      objectOf({ data: listOf(), next_cursor: { type: 'string', format: 'date-time' } }),
      PARAMS,
    );
    expect((await pagesOf(dated, CURSOR)).pages).toBe(CALL);
    expect(await problem(CURSOR, dated, { dates: 'date' })).toContain("isn't a string or a number");
  });

  it('rejects a cursor that becomes bytes', async () => {
    const bytes = listing(
      objectOf({ data: listOf(), next_cursor: { type: 'string', format: 'byte' } }),
      PARAMS,
    );
    expect((await pagesOf(bytes, CURSOR)).pages).toBe(CALL);
    expect(await problem(CURSOR, bytes, { bytes: 'uint8array' })).toContain("isn't a string or a number");
  });

  it('rejects a page number that becomes a bigint', async () => {
    const big = listing(listOf(), [param('query', 'page', { type: 'integer', format: 'int64' })]);
    expect((await pagesOf(big, NUMBER)).pages).toBe("numberPages({ param: 'page' })");
    expect(await problem(NUMBER, big, { int64: 'bigint' })).toBe(
      "param: 'page' isn't a number with --int64: omit --int64",
    );
    expect(await problem(NUMBER, big, { int64: 'string', schemas: 'zod' })).toContain('--int64');
    expect((await pagesOf(big, NUMBER, { int64: 'string' })).pages).toBeDefined();
  });

  it('ignores members that only requests or only responses have', async () => {
    const sentOnly = listing(objectOf({ data: listOf(), next_cursor: { ...TEXT, writeOnly: true } }), PARAMS);
    expect(await problem(CURSOR, sentOnly)).toContain('has no member');
    const body = takes(objectOf({ cursor: { ...TEXT, readOnly: true } }));
    expect(await problem(CURSOR, listing(PAGE, [], { method: 'post', requestBody: body }))).toContain(
      'no param',
    );
  });

  it.each<[string, object, object]>([
    ['$ref', { $ref: '#/components/schemas/Page' }, { Page: PAGE }],
    [
      'allOf',
      { allOf: [{ $ref: '#/components/schemas/Base' }, objectOf({ data: listOf() })] },
      { Base: objectOf({ next_cursor: TEXT }) },
    ],
    ['nullable', { ...PAGE, type: ['object', 'null'] }, {}],
    [
      'a union with null',
      { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Page' }] },
      { Page: PAGE },
    ],
    [
      'a union of pages',
      { anyOf: [PAGE, objectOf({ data: listOf(WHOLE), next_cursor: { type: ['null', 'integer'] } })] },
      {},
    ],
    [
      'a circle',
      { allOf: [{ $ref: '#/components/schemas/Loop' }, PAGE] },
      { Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] } },
    ],
  ])('reads through %s', async (_, schema, schemas) => {
    const root = { components: { schemas } };
    expect((await pagesOf(listing(schema, PARAMS, { root }), CURSOR)).pages).toBe(CALL);
  });

  it('needs the member in each object of a union', async () => {
    const schema = { oneOf: [PAGE, objectOf({ data: listOf() })] };
    expect(await problem(CURSOR, listing(schema, PARAMS))).toContain("no member 'next_cursor'");
  });

  it('reads the last item, members of params, and members whose name has a dot', async () => {
    const schema = objectOf({ data: listOf(objectOf({ id: TEXT })), 'a.b': TEXT });
    const filter = param('query', 'filter', objectOf({ after: TEXT }), { style: 'deepObject' });
    const rule = { type: 'cursor', param: 'filter.after', next: 'data.-1.id' };
    const { pages } = await pagesOf(listing(schema, [filter]), rule);
    expect(pages).toBe("cursorPages({ param: 'filter.after', next: 'data.-1.id', items: 'data' })");
    const { pages: dotted } = await pagesOf(listing(schema, [filter]), { ...rule, next: 'a.b' });
    expect(dotted).toContain("next: 'a.b'");
  });

  it('is the first of several that fits', async () => {
    expect((await pagesOf(document, [{ ...CURSOR, next: 'x' }, CURSOR])).pages).toBe(CALL);
    expect(
      await problem([
        { ...CURSOR, next: 'x' },
        { ...CURSOR, param: 'y' },
      ]),
    ).toContain("'x' (next)");
    expect((await pagesFrom(document, { pages: { listThings: [], '*': CURSOR } })).pages).toBeUndefined();
  });

  it('must name an operation of the document, also one that is not generated', async () => {
    const { message, name } = await failure(pagesFrom(document, { pages: { listThing: CURSOR } }));
    expect([name, message]).toEqual([
      'DocumentError',
      "pages of 'listThing': no such operation: try 'listThings'",
    ]);
    const paths = { '/a': { get: { operationId: 'a', responses: {} } }, '/b': { get: { responses: {} } } };
    const { text } = await generate({
      document: { ...openApi(paths), paths: { ...(document['paths'] as object), ...paths } },
      include: ['operation:a'],
      pages: { listThings: { type: 'link', next: 'wrong' }, getB: [] },
    });
    expect(text).not.toContain('pages');
  });
});

describe('a rule of all operations', () => {
  it('applies where it fits', async () => {
    const rules = [{ ...CURSOR, param: 'missing' }, CURSOR, NUMBER];
    expect((await pagesFrom(document, { pages: { '*': rules } })).pages).toBe(CALL);
    const numbered = listing(listOf(), [param('query', 'page', WHOLE)]);
    expect((await pagesFrom(numbered, { pages: { '*': rules } })).pages).toBe(
      "numberPages({ param: 'page' })",
    );
    expect((await pagesFrom(listing(TEXT), { pages: { '*': rules } })).pages).toBeUndefined();
  });

  it('loses to a rule of the operation', async () => {
    const { pages } = await pagesFrom(document, { pages: { '*': CURSOR, listThings: NUMBER } });
    expect(pages).toBe("numberPages({ param: 'page', items: 'data' })");
  });
});

describe('an invalid rule', () => {
  it.each<[unknown, string]>([
    [7, "of 'a': is a value of type number: pass a rule"],
    [[null], "of 'a': [0] is null: pass a rule"],
    [{}, "of 'a': type is missing: pass cursor, offset, number, link"],
    [{ type: 'curser' }, "of 'a': type is 'curser': pass cursor, offset, number, link"],
    [{ type: 'toString' }, "of 'a': type is 'toString': pass cursor, offset, number, link"],
    [{ type: 'cursor', param: 'a' }, "of 'a': next is missing: add it"],
    [{ ...CURSOR, nxt: 'a' }, "of 'a': has the unknown member 'nxt'; try next"],
    [
      { ...CURSOR, limit: 'a' },
      "of 'a': has the unknown member 'limit'; cursor has param, next, items, more",
    ],
    [{ ...CURSOR, param: 1 }, "of 'a': param is a value of type number: pass a string"],
    [{ ...CURSOR, next: '' }, "of 'a': next is '': pass a name or a path"],
    [{ ...NUMBER, first: 1.5 }, "of 'a': first is 1.5: pass a whole number"],
    [{ ...CURSOR, next: 'a.'.repeat(500) }, "of 'a': next has more than 300 characters: shorten it"],
    [
      JSON.parse('{"type":"link","__proto__":1}'),
      "of 'a': has the unknown member '__proto__'; link has next, items",
    ],
  ])('is a TypeError: %j', async (rule, message) => {
    expect(await failure(pagesFrom(document, { pages: { a: rule } }))).toMatchObject({
      name: 'TypeError',
      message: `pages ${message}.`,
    });
  });

  it.each([null, [], 'a'])('is a map that is %j', async (pages) => {
    expect((await failure(pagesFrom(document, { pages }))).message).toMatch(
      /^pages is .*: pass an object\.$/,
    );
  });

  it('is a getter that throws, and each getter is read once', async () => {
    const thrower = {
      get listThings(): never {
        throw new Error('no\nway');
      },
    };
    expect((await failure(pagesFrom(document, { pages: thrower }))).message).toBe("pages can't be read: no.");
    let reads = 0;
    const rule = {
      ...CURSOR,
      get next() {
        reads += 1;
        return reads === 1 ? 'next_cursor' : 7;
      },
    };
    expect((await pagesOf(document, rule)).pages).toBe(CALL);
  });

  it('names __proto__ like any other id', async () => {
    const pages: unknown = JSON.parse(`{"__proto__":${JSON.stringify(CURSOR)}}`);
    expect((await failure(pagesFrom(document, { pages }))).message).toContain(
      "pages of '__proto__': no such",
    );
    const own = openApi({
      '/things': { get: { operationId: '__proto__', parameters: PARAMS, responses: { 200: answers(PAGE) } } },
    });
    expect((await pagesFrom(own, { pages })).pages).toBe(CALL);
  });

  it('ends soon in schemas that name each other', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `S${index}`);
    const oneOf = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const schemas = Object.fromEntries(names.map((name) => [name, { oneOf }]));
    const root = { components: { schemas } };
    const many = listing({ $ref: '#/components/schemas/S0' }, PARAMS, { root });
    expect((await failure(pagesOf(many, { ...CURSOR, items: 'a.b' }))).message).toContain('has no member');
  }, 10_000);
});
