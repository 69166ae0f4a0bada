import { describe, expect, it } from '@jest/globals';
import { gql } from '../../../lib/index.js';
import { TypedDocumentString } from '../../support/typed-document-string.js';

describe('gql (rules.md#graphql)', () => {
  // By another name: what formats this file would format the documents too.
  const tag = gql;

  it('gives the plain string', () => {
    expect(tag`\n  query { a }`).toBe('\n  query { a }');
  });

  it('puts in what stands in braces, as text', () => {
    const fields = tag`fragment fields on Thing { id }`;
    const generated = new TypedDocumentString('query { ...fields }');
    expect(tag`${fields} ${generated} # ${3}`).toBe(
      'fragment fields on Thing { id } query { ...fields } # 3',
    );
  });

  it.each([
    ['an empty string', '', 'a'],
    ['0', 0, '0a'],
    ['false', false, 'falsea'],
  ])('keeps %s', (_what, value, text) => {
    expect(tag`${value}a`).toBe(text);
  });
});
