import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { answers, param, takes } from '../../../support/open-api.js';
import { FLAG, iterated, listing, listOf, objectOf, pagesOf, TEXT, WHOLE } from '../../../support/paged.js';

const PAGE = objectOf({ data: listOf(), next_cursor: { type: ['string', 'null'] } });
const CURSOR = { type: 'cursor', param: 'cursor', next: 'next_cursor', items: 'data' };
const CALL = "cursorPages({ param: 'cursor', next: 'next_cursor', items: 'data' })";
const document = listing(PAGE, [param('query', 'cursor')]);
const HEADERS = {
  responses: { 200: { ...answers(PAGE), headers: { 'x-total': { schema: TEXT } } }, 404: answers(TEXT) },
};

describe('printed pages', () => {
  it('are a call of the runtime, and a mark in the type', async () => {
    const { types, pages, text } = await pagesOf(document, CURSOR);
    expect(pages).toBe(CALL);
    expect(types).toContain("{}, unknown, PagesAt<'data'>");
    expect(text).toContain("import { cursorPages, type PagesAt } from 'homing/pagination';\n");
  });

  it('are next to the Results by status and headers', async () => {
    const { types } = await pagesOf(listing(PAGE, [param('query', 'cursor')], HEADERS), CURSOR);
    expect(types).toMatch(/, unknown, PagesAt<'data'> \| ResultsByStatus<\{ 200: /);
  });

  it.each(['zod', 'zod-mini', 'valibot'])('are next to schemas of %s', async (schemas) => {
    const { types, pages } = await pagesOf(document, CURSOR, { schemas });
    expect(pages).toBe(CALL);
    expect(types).toMatch(/, PagesAt<'data'>$/);
  });

  it('keep their names when an operation or a schema has one of them', async () => {
    const root = { components: { schemas: { PagesAt: PAGE } } };
    const renamed = listing({ $ref: '#/components/schemas/PagesAt' }, [param('query', 'cursor')], { root });
    const { text } = await pagesOf(renamed, CURSOR);
    expect(text).toContain('export type PagesAt2 = ');
    const { text: other } = await pagesOf(
      {
        ...document,
        paths: {
          ...(document['paths'] as object),
          '/b': { get: { operationId: 'cursorPages', responses: {} } },
        },
      },
      CURSOR,
    );
    expect(other).toContain('export const cursorPages_ = ');
  });

  it('compile, and have typed items', async () => {
    const folder = mkdtempSync(join(import.meta.dirname, '.compiled-'));
    try {
      const names = await Promise.all(
        [{}, { schemas: 'zod' }, { dates: 'date' }].map(async (options, index) => {
          const { text } = await pagesOf(listing(PAGE, [param('query', 'cursor')], HEADERS), CURSOR, options);
          const use = `
import { createApi } from 'homing';
import { items } from 'homing/pagination';
const api = createApi({ baseUrl: '', requests: { listThings } });
export async function all(): Promise<string[]> {
  const found: string[] = [];
  for await (const { data, error } of items(api.listThings, {})) if (!error) found.push(data);
  // @ts-expect-error -- an item is a string
  for await (const { data, error } of items(api.listThings, {})) if (!error) data satisfies number;
  return found;
}
`;
          const file = join(folder, `api${index}.ts`);
          writeFileSync(file, text + use);
          return file;
        }),
      );
      const lib = join(import.meta.dirname, '../../../../lib');
      const program = ts.createProgram(names, {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        exactOptionalPropertyTypes: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
        paths: { homing: [`${lib}/index.ts`], 'homing/*': [`${lib}/entries/*.ts`] },
      });
      const errors = names.flatMap((name) => program.getSemanticDiagnostics(program.getSourceFile(name)));
      expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 60_000);
});

describe('generated endpoints with pages', () => {
  it('are iterated by a cursor in the query', async () => {
    const { text } = await pagesOf(document, CURSOR);
    const { found, sent } = await iterated(text, [
      { data: ['a', 'b'], next_cursor: 'x' },
      { data: ['c'], next_cursor: null },
    ]);
    expect(found).toEqual(['a', 'b', 'c']);
    expect(sent).toEqual(['/things', '/things?cursor=x']);
  });

  it('are iterated by a cursor in the body', async () => {
    const body = takes(objectOf({ page: objectOf({ after: TEXT }), q: TEXT }));
    const search = listing(PAGE, [], { method: 'post', requestBody: body });
    const { text, pages } = await pagesOf(search, { ...CURSOR, param: 'page.after' });
    expect(pages).toBe("cursorPages({ param: 'body.page.after', next: 'next_cursor', items: 'data' })");
    const replies = [{ data: ['a'], next_cursor: 'x' }, { data: ['b'] }];
    expect(await iterated(text, replies, { body: { q: 'z' } })).toEqual({
      found: ['a', 'b'],
      sent: ['/things {"q":"z"}', '/things {"q":"z","page":{"after":"x"}}'],
    });
  });

  it('are iterated with names in camelCase', async () => {
    const schema = objectOf({
      line_items: listOf(objectOf({ order_id: WHOLE })),
      meta_data: objectOf({ next_page: TEXT, has_more: FLAG }),
    });
    const rule = {
      type: 'cursor',
      param: 'page_token',
      next: 'meta_data.next_page',
      more: 'meta_data.has_more',
      items: 'line_items',
    };
    const { text, types, pages } = await pagesOf(listing(schema, [param('query', 'page_token')]), rule, {
      properties: 'camelCase',
    });
    expect(pages).toBe(
      "cursorPages({ param: 'pageToken', next: 'metaData.nextPage', items: 'lineItems', more: 'metaData.hasMore' })",
    );
    expect(types).toContain("PagesAt<'lineItems'>");
    const replies = [
      { line_items: [{ order_id: 1 }], meta_data: { next_page: 'x', has_more: true } },
      { line_items: [{ order_id: 2 }], meta_data: { next_page: 'y', has_more: false } },
    ];
    expect(await iterated(text, replies)).toEqual({
      found: [{ orderId: 1 }, { orderId: 2 }],
      sent: ['/things', '/things?page_token=x'],
    });
  });

  it('are iterated by number, offset and link', async () => {
    const array = listing(listOf(), [param('query', 'page', WHOLE)]);
    const number = await pagesOf(array, { type: 'number', param: 'page', first: 0 });
    expect(number.pages).toBe("numberPages({ param: 'page', first: 0 })");
    expect(number.types).toContain("PagesAt<''>");
    expect((await iterated(number.text, [['a'], []])).sent).toEqual(['/things', '/things?page=1']);

    const counted = listing(objectOf({ rows: listOf(), total: WHOLE }), [
      param('query', 'offset', WHOLE),
      param('query', 'limit', WHOLE),
    ]);
    const offset = await pagesOf(counted, {
      type: 'offset',
      param: 'offset',
      limit: 'limit',
      total: 'total',
    });
    expect(offset.pages).toBe(
      "offsetPages({ param: 'offset', items: 'rows', total: 'total', limit: 'limit' })",
    );
    const replies = [
      { rows: ['a', 'b'], total: 3 },
      { rows: ['c'], total: 3 },
    ];
    expect((await iterated(offset.text, replies)).sent).toEqual(['/things', '/things?offset=2']);

    const { text, pages } = await pagesOf(array, { type: 'link' });
    expect(pages).toBe('linkPages()');
    const linked = Response.json(['a'], { headers: { link: '</things?page=7>; rel="next"' } });
    expect(await iterated(text, [linked, ['b']])).toEqual({
      found: ['a', 'b'],
      sent: ['/things', '/things?page=7'],
    });
  });
});
