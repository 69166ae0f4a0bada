import { describe, expect, it } from '@jest/globals';
import type { StandardSchemaV1 } from '../../../lib/index.js';
import { explosiveProxy } from '../../support/hostile-values.js';
import { call } from '../../support/capture.js';

const errorWith = async (validate: () => unknown) => {
  const schema: StandardSchemaV1 = {
    '~standard': { version: 1, vendor: 'mine', validate: validate as never },
  };
  return (await call({ schema })).result.error!;
};

const issue = (...path: (string | number)[]) => ({ message: 'Expected 2, got "hunter2"', path });

describe('what is told of data that a schema refuses (rules.md#what-a-message-says)', () => {
  it('is how many problems there are, and where the first is', async () => {
    const issues = [issue('items', 2, 'price'), issue('total'), issue()];
    const error = await errorWith(() => ({ issues }));
    expect(error.message).toBe(
      'GET /items answered 200, but the data has 3 problems, the first at items[2].price',
    );
    expect(error.issues).toBe(issues);
    expect(error.toJSON()['issues']).toEqual(['items[2].price', 'total', '']);
  });

  it.each([
    [[issue('a')], '1 problem, at a'],
    [[issue()], '1 problem, at the root'],
  ])('%j: %s', async (issues, told) => {
    expect((await errorWith(() => ({ issues }))).message).toBe(
      `GET /items answered 200, but the data has ${told}`,
    );
  });

  it('is the name of what the validator threw', async () => {
    const error = await errorWith(() => {
      throw new RangeError('hunter2');
    });
    expect(error.message).toBe('GET /items answered 200, but its schema failed: RangeError');
    expect(error.toJSON()['cause']).toEqual([{ name: 'RangeError' }]);
    expect(error.issues).toBeUndefined();
  });

  it('is something for issues that can not be looked at', async () => {
    for (const issues of [[explosiveProxy()], explosiveProxy(), 'hunter2'])
      expect((await errorWith(() => ({ issues }))).message).not.toContain('hunter2');
  });
});
