import { describe, expect, it } from '@jest/globals';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { createGraphQL, Operation, type OperationConfig } from '../../../lib/index.js';
import { answering } from '../../support/one-endpoint.js';
import { askedOf } from '../../support/one-operation.js';
import { secondCopy } from '../../support/second-copy.js';
import { TypedDocumentString } from '../../support/typed-document-string.js';

const TEXT = 'query thing($id: ID!) { thing(id: $id) { id } }';

const typed: TypedDocumentNode<{ thing: { id: string } | null }, { id: string }> = parse(TEXT);

const clientFor = (operation: unknown) => {
  const fetch = answering({ data: {} });
  const config = { operation } as OperationConfig;
  const api = createGraphQL({ endpoint: '/graphql', fetch, operations: { thing: new Operation(config) } });
  return { api, fetch };
};

describe('the document of an operation (rules.md#graphql)', () => {
  it.each<[string, unknown]>([
    ['text', TEXT],
    ['a DocumentNode, by its source', parse(TEXT)],
    ['a typed document', typed],
    ['a String subclass of a code generator', new TypedDocumentString<unknown, { id: string }>(TEXT)],
    ['an object with toString', { toString: () => TEXT }],
    ['an object with a loc without text, by its toString', { loc: {}, toString: () => TEXT }],
  ])('may be %s', async (_what, document) => {
    const { api, fetch } = clientFor(document);
    expect((await api.thing()).error).toBeNull();
    expect(askedOf(fetch).query).toBe(TEXT);
  });

  it('is sent as it was written, white space and comments too', async () => {
    const text = '\n  # why\n  query thing { a }\n';
    const { api, fetch } = clientFor(text);
    await api.thing();
    expect(askedOf(fetch).query).toBe(text);
  });

  it.each<[string, unknown]>([
    ['no document', undefined],
    ['null', null],
    ['empty text', ''],
    ['text without a selection', 'query thing'],
    ['a DocumentNode without its source', parse(TEXT, { noLocation: true })],
  ])('must have text: createGraphQL refuses %s with a sentence', (_what, document) => {
    expect(() => clientFor(document)).toThrow(TypeError);
    expect(() => clientFor(document)).toThrow(/The operation "thing".*text/);
  });
});

describe('new Operation', () => {
  it('is known to another copy of the package', async () => {
    const fetch = answering({ data: { a: 1 } });
    const operations = { thing: new (secondCopy().Operation)({ operation: TEXT }) };
    const api = createGraphQL({ endpoint: '/graphql', fetch, operations: operations as never });
    expect((await (api as ReturnType<typeof clientFor>['api']).thing()).data).toEqual({ a: 1 });
  });
});
