import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../lib/index.js';
import { items, paginate } from '../../../../lib/entries/pagination.js';
import { stubFetch } from '../../../support/client.js';
import { requestsOf } from '../../../support/generated-client.js';
import { generatedFrom } from '../../../support/generated.js';
import { answers, NOTHING, openApi, param, takes } from '../../../support/open-api.js';

const object = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest });
const list = (items: object = { type: 'string' }): object => ({ type: 'array', items });
const TEXT = { type: 'string' };
const WHOLE = { type: 'integer' };

const PAGE = object({ data: list(), next_cursor: { type: ['string', 'null'] } });

const listing = (schema: object, parameters: object[], rest: object = {}): object =>
  openApi({
    '/things': {
      get: { operationId: 'listThings', parameters, responses: { 200: answers(schema) }, ...rest },
    },
  });

const ENDPOINT = /new HomingRequest<([^]*)>\((.*)\);\n/;

const printedFor = async (document: object, rule: unknown, options: object = {}) => {
  const { text } = await generatedFrom(document, { pages: { listThings: rule } as never, ...options });
  const [, types = '', config = ''] = ENDPOINT.exec(text) ?? [];
  return { types, config, text, pages: /pages: (.*) \}/.exec(config)?.[1] };
};

const CURSOR = { type: 'cursor', param: 'cursor', next: 'next_cursor', items: 'data' };
const CALL = "/* @__PURE__ */ cursorPages({ param: 'cursor', next: 'next_cursor', items: 'data' })";

/** All items of a generated endpoint, and the URLs and bodies of its requests. */
const iterated = async (text: string, replies: readonly object[], params: Record<string, unknown> = {}) => {
  let at = 0;
  const sent: string[] = [];
  const fetch = stubFetch(() => undefined as never);
  void fetch;
  const api = createApi({
    baseUrl: 'http://api.test',
    requests: { call: requestsOf(text)['listThings']! },
    fetch: async (input, init) => {
      const request = new Request(input as string, init as never);
      sent.push(`${request.url.slice('http://api.test'.length)} ${await request.text()}`.trim());
      return Response.json(replies[at++]);
    },
  });
  const found: unknown[] = [];
  for await (const { data, error } of items(api.call as never, params as never)) found.push(error ?? data);
  return { found, sent, api };
};

describe('printed pages', () => {
  it('are a call of the runtime, and a mark in the type', async () => {
    const { types, config, text } = await printedFor(listing(PAGE, [param('query', 'cursor')]), CURSOR);
    expect(config).toBe(`{ method: 'GET', path: '/things', pages: ${CALL} }`);
    expect(types).toContain("{}, unknown, PagesAt<'data'>");
    expect(text).toContain("import { cursorPages, type PagesAt } from 'homing/pagination';");
  });

  it('are next to the Results by status', async () => {
    const document = listing(PAGE, [param('query', 'cursor')], {
      responses: { 200: { ...answers(PAGE), headers: { 'x-total': { schema: TEXT } } }, 404: answers(TEXT) },
    });
    const { types } = await printedFor(document, CURSOR);
    expect(types).toMatch(/, unknown, PagesAt<'data'> \| ResultsByStatus<\{ 200: /);
  });
});
