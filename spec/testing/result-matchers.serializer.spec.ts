import { describe, expect, it } from 'vitest';
import { errorResult, resultSerializer, successResult } from '../../lib/entries/testing.js';

describe('resultSerializer (rules.md#the-test-stub)', () => {
  it('prints a Result in three lines', () => {
    expect(resultSerializer.serialize(successResult({ id: 1 }))).toBe(
      'success\n  status: 200\n  data: {"id":1}',
    );
    expect(resultSerializer.serialize(errorResult(404)).split('\n')).toEqual([
      "failure 'http'",
      '  status: 404',
      expect.stringMatching(/^ {2}error: .*404/),
    ]);
  });

  it("prints data that can't be JSON", () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const data of [undefined, circle, 1n])
      expect(resultSerializer.serialize(successResult(data)).split('\n')).toHaveLength(3);
  });

  it.each([null, 1, {}, { data: 1, error: null }])('ignores %o', (value) => {
    expect(resultSerializer.test(value)).toBe(false);
  });

  it('is called by the test runner', () => {
    expect.addSnapshotSerializer(resultSerializer);
    expect(successResult([1])).toMatchInlineSnapshot(`
success
  status: 200
  data: [1]
`);
  });

  it('indents a nested Result', () => {
    expect.addSnapshotSerializer(resultSerializer);
    expect({ first: [successResult(1)] }).toMatchInlineSnapshot(`
{
  "first": [
    success
      status: 200
      data: 1,
  ],
}
`);
  });
});
