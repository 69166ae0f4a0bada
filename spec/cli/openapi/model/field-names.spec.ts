import { describe, expect, it } from '@jest/globals';
import { fieldNames } from '../../../../lib/cli/openapi/model/field-names.js';

const namesOf = (
  parameters: readonly [place: string, name: string][],
  taken: readonly string[] = [],
): string[] => [
  ...fieldNames(
    parameters.map(([place, name]) => ({ place, name })),
    taken,
  ).values(),
];

describe('fieldNames', () => {
  it('leaves the path its name, and after it the query, the headers and the cookies', () => {
    expect(
      namesOf([
        ['cookie', 'id'],
        ['header', 'id'],
        ['query', 'id'],
        ['path', 'id'],
      ]),
    ).toEqual(['id', 'id_query', 'id_header', 'id_cookie']);
  });

  it('leaves a body its name', () => {
    expect(namesOf([['query', 'body']], ['body'])).toEqual(['body_query']);
    expect(namesOf([['query', 'body']])).toEqual(['body']);
  });

  it('gives nobody a name that another has', () => {
    expect(
      namesOf([
        ['path', 'id'],
        ['query', 'id'],
        ['header', 'id_query'],
      ]),
    ).toEqual(['id', 'id_query_', 'id_query']);
  });
});
