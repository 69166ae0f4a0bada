import { describe, expect, it } from 'vitest';
import { generate } from '../../../../lib/entries/openapi-generator.js';
import { answers, openApi } from '../../../support/open-api.js';
import { isText, textFor } from '../../../../lib/cli/openapi/mocks/text-values.js';

const textOf = (shape: object, name = 'text', nth = 0) => textFor({ kind: 'text', ...shape }, name, nth);

describe('a text', () => {
  it.each([
    ['name', 'Ada'],
    ['email', 'ada@example.com'],
    ['id', '1'],
    ['htmlUrl', 'https://example.com/1'],
    ['created_at', '2025-01-01T09:30:00Z'],
    ['favoriteColor', 'favorite color'],
    ['', 'text'],
  ])('of the field %s is %s', (name, text) => {
    expect(textOf({}, name)).toBe(text);
  });

  it.each([
    'date-time',
    'date',
    'time',
    'duration',
    'email',
    'uuid',
    'uri',
    'ipv4',
    'ipv6',
    'byte',
    'int64',
    'hostname',
    'unknown',
  ])('of the format %s fits it, also the 40th', (format) => {
    for (const nth of [0, 1, 40])
      expect(isText(textOf({ format }, 'x', nth) ?? '', { kind: 'text', format })).toBe(true);
    expect(textOf({ format }, 'x', 0)).toMatch(/./);
  });

  it.each([
    [{ min: 10 }, 10],
    [{ max: 2 }, 2],
    [{ min: 3, max: 3 }, 3],
    [{ max: 0 }, 0],
  ])('has the length %j', (shape, length) => {
    expect(textOf(shape)).toHaveLength(length);
  });

  it.each([
    '^[A-Z]{3}-\\d{4}$',
    '^(foo|bar)+$',
    '^[^a-z]+$',
    '^\\p{Lu}\\w*$',
    '^#[0-9a-fA-F]{6}$',
    '^(?!x)[a-z]{2,5}$',
    '^(?<year>\\d{4})(?:-\\d\\d)?$',
    '^arn:aws:[^:]+:\\d{12}:.*$',
    '^\\+?[1-9]\\d{1,14}$',
    '^[\\w.-]{5,}\\.x$',
    '^\\u0041$',
    'abc',
    '^$|^a{2}$',
  ])('matches the expression %s', (pattern) => {
    expect(new RegExp(pattern, pattern.includes('\\p') ? 'u' : '').test(textOf({ pattern }) ?? 'none')).toBe(
      true,
    );
  });

  it('matches an expression and a length', () => {
    expect(textOf({ pattern: '^[a-z]+$', min: 30, max: 40 })).toMatch(/^[a-z]{30,40}$/);
  });

  it('differs for another number', () => {
    expect(new Set([0, 1, 2, 3].map((nth) => textOf({ pattern: '^[a-z]{2}$' }, 'x', nth))).size).toBe(4);
  });

  it('is undefined for an expression that nothing matches', () => {
    expect(textOf({ pattern: '^a(?<!a)$' })).toBeUndefined();
    expect(textOf({ min: 3, max: 2 })).toBeUndefined();
  });
});

describe('a pattern that takes exponential time', () => {
  it("doesn't stop the generator as a pattern of member names", async () => {
    const schema = {
      type: 'object',
      properties: { [`${'a'.repeat(60)}!`]: { type: 'string' } },
      patternProperties: { '^(a+)*$': { type: 'string' } },
    };
    const paths = { '/a': { get: { operationId: 'a', responses: { 200: answers(schema) } } } };
    const { text } = await generate({ document: openApi(paths), schemas: 'zod' });
    expect(text).toContain('(a+)*');
  });

  it('is not tested any more, so that it stops no program', () => {
    const pattern = '^([a-z]+)*$';
    for (let count = 0; count < 50; count += 1)
      expect(isText(`${'a'.repeat(60)}!`, { kind: 'text', pattern })).toBe(true);
  });
});
