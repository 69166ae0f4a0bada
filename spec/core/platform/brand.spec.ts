import { describe, expect, it } from '@jest/globals';
import * as homing from '../../../lib/index.js';
import { secondCopy } from '../../support/second-copy.js';

const NAMES = ['Request', 'Operation', 'ApiError'] as const;

/** An instance of each class that has a brand. */
const instancesOf = ({ Request, Operation, ApiError }: typeof homing): Record<string, object> => ({
  Request: new Request({ method: 'GET', path: '/' }),
  Operation: new Operation({ operation: '{ me }' }),
  ApiError: new ApiError({ kind: 'network', request: { method: 'GET', url: '/' } }),
});

const own = instancesOf(homing);
const foreign = instancesOf(secondCopy());

describe.each(NAMES)('%s', (name) => {
  const Class = homing[name];

  it('knows its instances, those of another copy of the package too', () => {
    expect(own[name]).toBeInstanceOf(Class);
    expect(foreign[name]).toBeInstanceOf(Class);
  });

  it('knows what inherits from one', () => {
    expect(Object.create(own[name]!)).toBeInstanceOf(Class);
  });

  it.each([undefined, null, 0, '', true, Symbol('a'), {}, [], () => undefined])(
    'takes %p for none',
    (value) => {
      expect(value instanceof (Class as never)).toBe(false);
    },
  );

  it('takes an instance of another class for none', () => {
    for (const other of NAMES.filter((each) => each !== name)) expect(own[other]).not.toBeInstanceOf(Class);
  });

  it('leaves no property that shows', () => {
    expect(Object.getOwnPropertySymbols({ ...own[name] })).toEqual([]);
  });
});
