import { describe, expect, it, jest } from '@jest/globals';
import { parse, print } from 'graphql';
import { createGraphQL, Operation, type OperationConfig } from '../../../lib/index.js';
import { answering } from '../../support/one-endpoint.js';
import { askedOf } from '../../support/one-operation.js';
import { TypedDocumentString } from '../../support/typed-document-string.js';

const TEXT = 'query thing($id: ID!) { thing(id: $id) { ...part } } fragment part on Thing { id }';
const PRINTED = print(parse(TEXT));

/** As code generators write it: without its location. */
const parsed = (text = TEXT) => parse(text, { noLocation: true });

const clientFor = (document: unknown, given: { print?: unknown } = { print }) => {
  const fetch = answering({ data: {} });
  const operation = new Operation({ operation: document } as OperationConfig);
  const options = { endpoint: '/graphql', fetch, ...(given as object) };
  return { ...createGraphQL({ ...options, operations: { thing: operation } }), fetch };
};

const refusalOf = (document: unknown, given?: { print?: unknown }): unknown => {
  try {
    clientFor(document, given);
  } catch (thrown) {
    return thrown;
  }
  return undefined;
};

const sentFor = async (document: unknown, given?: { print?: unknown }) => {
  const { fetch, thing } = clientFor(document, given);
  await thing();
  return askedOf(fetch).query;
};

describe('print (rules.md#graphql)', () => {
  it('makes the text of a parsed document, fragments too', async () => {
    expect(await sentFor(parsed())).toBe(PRINTED);
  });

  it.each(['{ a }', 'query { a }', 'mutation ($id: ID!) { a(id: $id) }'])(
    'is asked for an operation without a name too: %s',
    async (text) => {
      expect(await sentFor(parsed(text))).toBe(print(parse(text)));
    },
  );

  it('goes before the text that a parsed document carries, which may name a fragment twice', async () => {
    const { definitions, kind } = parse(TEXT);
    const loc = { source: { body: `${TEXT} fragment part on Thing { id }` } };
    expect(await sentFor({ kind, definitions, loc })).toBe(PRINTED);
  });

  it('is asked once for a document, when the client is made: not at a call, and for no second client', async () => {
    const spy = jest.fn(print);
    const document = parsed();
    const { thing } = clientFor(document, { print: spy });
    expect(spy).toHaveBeenCalledTimes(1);
    await thing();
    await thing();
    clientFor(document, { print: spy });
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it.each<[string, unknown]>([
    ['text', TEXT],
    ['a String subclass of a code generator', new TypedDocumentString<unknown, unknown>(TEXT)],
    ['an object with toString', { toString: () => TEXT }],
    ['an object with a text, and no parsed document', { loc: { source: { body: TEXT } } }],
  ])('is not asked for what is text: %s', async (_what, document) => {
    const spy = jest.fn(print);
    expect(await sentFor(document, { print: spy })).toBe(TEXT);
    expect(spy).not.toHaveBeenCalled();
  });

  it('that throws makes createGraphQL throw what it threw, with the name of the operation', () => {
    const cause = new Error('Invalid AST Node');
    const thrown = refusalOf(parsed(), {
      print: () => {
        throw cause;
      },
    });
    expect(thrown).toMatchObject({
      name: 'TypeError',
      message: 'The operation "thing" has a document that `print` fails at: Error: Invalid AST Node',
      cause,
    });
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['an empty string', ''],
    ['a string', 'no document'],
    ['a Promise', Promise.resolve(TEXT)],
  ])('that gives %s is refused', (named, text) => {
    const thrown = refusalOf(parsed(), { print: () => text });
    expect(thrown).toMatchObject({
      name: 'TypeError',
      message: `The operation "thing" was printed as ${named} that is no document: pass \`print\` of the graphql package.`,
    });
  });

  it('is told of where it is missing, and so is documentMode', () => {
    const thrown = refusalOf(parsed(), {});
    expect(thrown).toBeInstanceOf(TypeError);
    expect(String(thrown)).toMatch(/"thing".*without its text.*`print`.*graphql.*documentMode: 'string'/);
  });
});

describe('a parsed document holds one operation (rules.md#graphql)', () => {
  it.each<[string, object]>([
    ['with print', { print }],
    ['without', {}],
  ])('one with several is refused by their names, %s', (_what, given) => {
    const document = parse('query one { a } query two { b } mutation { c }');
    expect(refusalOf(document, given)).toMatchObject({
      name: 'TypeError',
      message:
        'The operation "thing" has a document with 3 operations (one, two, one without a name): give each a document of its own.',
    });
  });

  it('one with fragments alone is refused', () => {
    expect(refusalOf(parsed('fragment part on Thing { id }'))).toMatchObject({
      name: 'TypeError',
      message: expect.stringMatching(/"thing".*without an operation/),
    });
  });
});

describe('a document that is no text and carries none', () => {
  it('is not read from Object.prototype', async () => {
    const document = new TypedDocumentString(TEXT);
    const loc = { source: { body: '{ evil }' } };
    Object.defineProperty(Object.prototype, 'loc', { value: loc, configurable: true });
    const sent = await sentFor(document);
    Reflect.deleteProperty(Object.prototype, 'loc');
    expect(sent).toBe(TEXT);
  });
});
