import { describe, expect, it, vi } from 'vitest';
import { parse, print } from 'graphql';
import { createGraphQL, gql, Operation, type OperationConfig } from '../../../lib/index.js';
import { stubFetch } from '../../support/client.js';
import { askedOf } from '../../support/one-operation.js';
import { TypedDocumentString } from '../../support/typed-document-string.js';

const TEXT = 'query thing($id: ID!) { thing(id: $id) { ...part } } fragment part on Thing { id }';
const PRINTED = print(parse(TEXT));

/** A document as code generators write it, without its location. */
const parsed = (text = TEXT) => parse(text, { noLocation: true });

const clientFor = (document: unknown, given: object = {}) => {
  const fetch = stubFetch({ data: { data: {} } });
  const operation = new Operation({ operation: document } as OperationConfig);
  return {
    ...createGraphQL({ endpoint: '/graphql', fetch, ...given, operations: { thing: operation } }),
    fetch,
  };
};

const sentFor = async (document: unknown, given?: object) => {
  const { fetch, thing } = clientFor(document, given);
  await thing();
  return askedOf(fetch).query as string;
};

describe('the document of an operation (rules.md#graphql)', () => {
  it.each<[string, unknown]>([
    ['a string', TEXT],
    ['a string with white space and comments', '\n  # why\n  query thing { a }\n'],
    ['a String subclass of a code generator', new TypedDocumentString<unknown, unknown>(TEXT)],
    ['an object with toString', { toString: () => TEXT }],
    ['an object with a string, and without a parsed document', { loc: { source: { body: TEXT } } }],
    ['an object with a loc without a source, by its toString', { loc: {}, toString: () => TEXT }],
  ])('can be %s, which is sent as it was written, without a call of print', async (_what, document) => {
    const spy = vi.fn(print);
    const text = typeof document === 'string' ? document : TEXT;
    expect([await sentFor(document), await sentFor(document, { print: spy })]).toEqual([text, text]);
    expect(spy).not.toHaveBeenCalled();
  });

  it('can be a parsed document, whose source is sent if there is no print', async () => {
    expect([await sentFor(parse(TEXT)), await sentFor(parse(TEXT), { print: null })]).toEqual([TEXT, TEXT]);
  });
});

describe('print (rules.md#graphql)', () => {
  it.each([TEXT, '{ a }', 'query { a }', 'mutation ($id: ID!) { a(id: $id) }'])(
    'prints a parsed document, including fragments: %s',
    async (text) => {
      expect(await sentFor(parsed(text), { print })).toBe(print(parse(text)));
    },
  );

  it('takes precedence over the source of a parsed document, which can contain a fragment twice', async () => {
    const { definitions, kind } = parse(TEXT);
    const loc = { source: { body: `${TEXT} fragment part on Thing { id }` } };
    expect(await sentFor({ kind, definitions, loc }, { print })).toBe(PRINTED);
  });

  it('is called once for each document, when the client is created, but not at a call or for a second client', async () => {
    const spy = vi.fn(print);
    const document = parsed();
    const { thing } = clientFor(document, { print: spy });
    expect(spy).toHaveBeenCalledTimes(1);
    await thing();
    clientFor(document, { print: spy });
    expect(spy).toHaveBeenCalledTimes(1);
    expect(await sentFor(document, { print: () => '{ mine }' })).toBe('{ mine }');
  });
});

describe('createGraphQL rejects with an explanation (rules.md#graphql)', () => {
  const cause = new Error('Invalid AST Node');
  const failing = (): never => {
    throw cause;
  };
  const noText = 'Operation "thing" has no source: pass a string, or a document with `loc.source.body`.';
  const unfit = (what: string): string =>
    `\`print\` returned ${what} for Operation "thing", not a document: pass \`print\` from graphql.`;
  const several = parse('query one { a } query two { b } mutation { c }');
  const tooMany =
    'The document of Operation "thing" has 3 operations (one, two, unnamed): pass one per document.';

  it.each<[string, unknown, object, string]>([
    ['no document', undefined, {}, noText],
    ['an empty string', '', {}, noText],
    ['a string without a selection', 'query thing', {}, noText],
    [
      'a parsed document without its source',
      parsed(),
      {},
      'Operation "thing" is a parsed document without source: pass `print` from graphql to createGraphQL, or set `documentMode: \'string\'` in codegen.',
    ],
    ['several operations', several, {}, tooMany],
    ['several operations, with print', several, { print }, tooMany],
    [
      'fragments alone',
      parsed('fragment part on Thing { id }'),
      { print },
      'The document of Operation "thing" has no operation: pass the one with the operation.',
    ],
    [
      'a print that throws',
      parsed(),
      { print: failing },
      '`print` failed for the document of Operation "thing": Error: Invalid AST Node',
    ],
    ['a print that returns undefined', parsed(), { print: () => undefined }, unfit('undefined')],
    ['a print that returns another string', parsed(), { print: () => 'text' }, unfit('a string')],
    ['a print that returns a Promise', parsed(), { print: async () => TEXT }, unfit('a Promise')],
  ])('%s', (_what, document, given, sentence) => {
    expect(() => clientFor(document, given)).toThrow(TypeError);
    expect(() => clientFor(document, given)).toThrow(sentence);
  });

  it('an error of print, which is the cause', () => {
    expect(() => clientFor(parsed(), { print: failing })).toThrow(expect.objectContaining({ cause }));
  });
});

describe('gql (rules.md#graphql)', () => {
  // The function has another name here, because formatters would format documents that are tagged gql.
  const tag = gql;

  it('returns the plain string with the interpolated values', () => {
    expect(tag`\n  query { a }`).toBe('\n  query { a }');
    const fields = tag`fragment fields on Thing { id }`;
    const generated = new TypedDocumentString('query { ...fields }');
    expect(tag`${fields} ${generated} # ${3}`).toBe(
      'fragment fields on Thing { id } query { ...fields } # 3',
    );
  });

  it.each<[{ toString(): string }, string]>([
    ['', 'a'],
    [0, '0a'],
    [false, 'falsea'],
  ])('returns %o unchanged', (value, text) => {
    expect(tag`${value}a`).toBe(text);
  });
});
