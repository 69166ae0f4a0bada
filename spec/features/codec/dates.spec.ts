import { describe, expect, it } from 'vitest';
import { date, dateTime } from '../../../lib/entries/codec.js';
import { decoded, encoded } from '../../support/converted.js';

describe('dateTime', () => {
  it.each([
    ['2026-11-25T14:43:56Z', '2026-11-25T14:43:56.000Z'],
    ['2026-11-25t14:43:56z', '2026-11-25T14:43:56.000Z'],
    ['2026-11-25T14:43:56.5Z', '2026-11-25T14:43:56.500Z'],
    ['2026-11-25T14:43:56.123456789123Z', '2026-11-25T14:43:56.123Z'],
    ['2026-11-25T14:43:56+02:30', '2026-11-25T12:13:56.000Z'],
    ['2026-11-25T14:43:56-00:00', '2026-11-25T14:43:56.000Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
  ])('decodes %s', (text, expected) => {
    const { value, problems } = decoded(dateTime, text);
    expect(value).toEqual(new Date(expected));
    expect(problems).toEqual([]);
  });

  it.each([
    '2026-02-31T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-11-25T24:00:00Z',
    '2026-11-25T14:60:00Z',
    '2016-12-31T23:59:60Z',
    '2026-11-25T14:43:56',
    '2026-11-25T14:43Z',
    '2026-11-25 14:43:56Z',
    '2026-11-25T14:43:56+0200',
    '2026-11-25T14:43:56+24:00',
    '2026-11-25T14:43:56.Z',
    '+002026-11-25T14:43:56Z',
    ' 2026-11-25T14:43:56Z',
    '2026-11-25T14:43:56Z\n',
    '2026-11-25',
    '',
    1_764_081_836,
    true,
    ['2026-11-25T14:43:56Z'],
    {},
  ])('keeps and reports %j', (value) => {
    expect(decoded(dateTime, value)).toEqual({ value, problems: [': Expected an RFC 3339 date-time'] });
  });

  it.each([null, undefined, new Date(0)])('keeps %j silently', (value) => {
    expect(decoded(dateTime, value)).toEqual({ value, problems: [] });
  });

  it('encodes a Date with milliseconds and Z', () => {
    expect(encoded(dateTime, new Date(1))).toEqual({ value: '1970-01-01T00:00:00.001Z', problems: [] });
  });

  it.each(['now', 5, null, undefined, {}])('sends %j as it is', (value) => {
    expect(encoded(dateTime, value)).toEqual({ value, problems: [] });
  });

  it.each([new Date(NaN), new Date(Date.UTC(12_345, 0))])(
    'reports the Date %j, which has no text',
    (value) => {
      expect(encoded(dateTime, value).problems).toEqual([': Expected an RFC 3339 date-time']);
    },
  );
});

describe('date', () => {
  it('decodes a day to midnight UTC, and encodes it', () => {
    expect(decoded(date, '2024-02-29')).toEqual({ value: new Date('2024-02-29T00:00:00Z'), problems: [] });
    expect(encoded(date, new Date('2024-02-29T23:00:00Z'))).toEqual({ value: '2024-02-29', problems: [] });
  });

  it.each(['2026-02-31', '2026-2-01', '2026-11-25T00:00:00Z', '20261125', '+012345-01', '-000001-01', '', 5])(
    'keeps and reports %j',
    (value) => {
      expect(decoded(date, value)).toEqual({ value, problems: [': Expected a date YYYY-MM-DD'] });
    },
  );

  it('reports a Date without a day of four digits', () => {
    for (const value of [new Date(NaN), new Date(Date.UTC(12_345, 0))])
      expect(encoded(date, value).problems).toEqual([': Expected a date YYYY-MM-DD']);
  });
});
