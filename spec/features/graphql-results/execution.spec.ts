import { describe, expect, it } from 'vitest';
import { readExecution } from '../../../lib/features/graphql-results/execution.js';

const read = (root: unknown) => readExecution(root, 'returned 200');

describe('the execution result of a service (rules.md#graphql)', () => {
  it('is the data', () => {
    expect(read({ data: { a: 1 } })).toEqual({ data: { a: 1 }, kind: undefined });
    expect(read({ data: { a: 1 }, errors: [] })).toEqual({ data: { a: 1 }, kind: undefined });
  });

  it('is an error if the service returns errors, with the partial data', () => {
    const errors = [{ message: 'No user 7' }];
    expect(read({ data: { a: null }, errors })).toMatchObject({
      kind: 'http',
      body: errors,
      statusText: 'GraphQL Error',
      partialData: { a: null },
    });
    expect(read({ data: null, errors })).toMatchObject({ kind: 'http', partialData: undefined });
  });

  it.each([
    [null, 'non-object JSON'],
    [[{ data: 1 }], 'non-object JSON'],
    ['data', 'non-object JSON'],
    [{}, 'neither data nor errors'],
    [{ data: null }, 'neither data nor errors'],
    [{ errors: [] }, 'neither data nor errors'],
    [Object.create({ data: 1 }), 'neither data nor errors'],
  ])('is a description of the problem for %j', (root, what) => {
    expect(read(root)).toBe(what);
  });
});
