import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { strays } from './support/mirror.js';
import { readHouse } from './support/read-house.js';

describe('spec/', () => {
  it('has every spec at the mirrored path of what it proves', () => {
    const [specs, library] = ['spec', 'lib'].map((folder) => readHouse(join(process.cwd(), folder)).keys());
    expect(strays(specs!, library!)).toEqual([]);
  });
});

describe('the checker', () => {
  const inLib = ['index.ts', 'core/wire/fields.ts'];

  it.each([
    'index.spec.ts',
    'architecture.spec.ts',
    'core/wire/fields.spec.ts',
    'core/wire/fields.hostile.spec.ts',
    'journeys/rest.spec.ts',
    'contracts/backoff-contract.ts',
    'support/capture.ts',
  ])('takes %s', (path) => {
    expect(strays([path], inLib)).toEqual([]);
  });

  it.each([
    ['fields.spec.ts', 'there is no lib/fields.ts'],
    ['core/wire/hostile.fields.spec.ts', 'there is no lib/core/wire/hostile.ts'],
    ['core/wire/constructor.spec.ts', 'there is no lib/core/wire/constructor.ts'],
    ['parts/wire/fields.spec.ts', 'there is no lib/parts/wire/fields.ts'],
    ['core/wire/capture.ts', 'move it to spec/support'],
    ['support/capture.spec.ts', 'is no support'],
  ])('says what to do about %s', (path, sentence) => {
    expect(strays([path], inLib)).toEqual([expect.stringContaining(sentence)]);
  });
});
