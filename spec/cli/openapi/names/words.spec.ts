import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pascalCase, wordsOf } from '../../../../lib/cli/openapi/names/words.js';
import { parsedAliases } from '../../../support/parsed-file.js';

describe('pascalCase', () => {
  it.each([
    ['full-repository', 'FullRepository'],
    ['basic_error', 'BasicError'],
    ['io.k8s.api.v1.Pod', 'IoK8sApiV1Pod'],
    ['HTTPError', 'HTTPError'],
    ['2fa', '_2fa'],
    ['заказ', 'Заказ'],
    ['注文', '注文'],
    ['string', 'String'],
    ['\u019b', '\u019b'],
    ['', 'Type'],
    ['*/', 'Type'],
  ])('makes of %j %s', (name, type) => {
    expect(pascalCase(name)).toBe(type);
  });

  it('is a name that TypeScript takes, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        expect(parsedAliases(`type ${pascalCase(name)} = 1;`)).toHaveLength(1);
      }),
      { numRuns: 1000 },
    );
  });

  it('is no longer than anybody reads', () => {
    expect(pascalCase('a'.repeat(10_000)).length).toBeLessThanOrEqual(101);
  });
});

describe('wordsOf', () => {
  it('has what stands between the signs', () => {
    expect(wordsOf(' a-b/{cD}_e ')).toEqual(['a', 'b', 'cD', 'e']);
  });
});
