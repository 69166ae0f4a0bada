import { items } from '../../lib/entries/pagination.js';
import { createApi } from '../../lib/index.js';
import { generatedFrom } from './generated.js';
import { requestsOf } from './generated-client.js';
import { answers, openApi } from './open-api.js';

type JsonObject = Readonly<Record<string, unknown>>;

export const TEXT = { type: 'string' };
export const WHOLE = { type: 'integer' };
export const FLAG = { type: 'boolean' };
export const listOf = (items: object = TEXT): JsonObject => ({ type: 'array', items });
export const objectOf = (properties: object, rest: object = {}): JsonObject => ({
  type: 'object',
  properties,
  ...rest,
});

/** A document with `GET /things`, `listThings`, whose data has this schema. */
export const listing = (
  schema: object,
  parameters: readonly object[] = [],
  { method = 'get', root = {}, ...rest }: { method?: string; root?: object } & JsonObject = {},
): ReturnType<typeof openApi> => {
  const operation = { operationId: 'listThings', parameters, responses: { 200: answers(schema) }, ...rest };
  return openApi({ '/things': { [method]: operation } }, root as JsonObject);
};

const ENDPOINT = /new HomingRequest<([^]*)>\((.*)\);\n/;

/** What is printed for an endpoint with pages. */
export interface PrintedPages {
  readonly types: string;
  /** Such as `cursorPages({ … })`; undefined without pages. */
  readonly pages: string | undefined;
  readonly text: string;
}

/** The first endpoint of a generated file. */
export const pagesFrom = async (document: object, options: object = {}): Promise<PrintedPages> => {
  const { text } = await generatedFrom(document, options);
  const [, types = '', config = ''] = ENDPOINT.exec(text) ?? [];
  return { types, text, pages: /pages: \/\* @__PURE__ \*\/ (.*) \}$/.exec(config)?.[1] };
};

/** The first endpoint, whose operation `listThings` has this rule. */
export const pagesOf = (document: object, rule: unknown, options: object = {}): Promise<PrintedPages> =>
  pagesFrom(document, { ...options, pages: { listThings: rule } });

/** All items of `listThings` in a generated file, or its error, and the URLs and bodies of the requests. */
export const iterated = async (
  text: string,
  replies: readonly (object | Response)[],
  params: object = {},
): Promise<{ found: unknown[]; sent: string[] }> => {
  const sent: string[] = [];
  const api = createApi({
    baseUrl: 'http://api.test',
    requests: { call: requestsOf(text)['listThings']! },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      sent.push(`${request.url.slice('http://api.test'.length)} ${await request.text()}`.trim());
      const reply = replies[sent.length - 1];
      return reply instanceof Response ? reply : Response.json(reply);
    },
  });
  const found: unknown[] = [];
  for await (const { data, error } of items(api.call as never, params as never)) found.push(error ?? data);
  return { found, sent };
};
