import { describe, expect, it } from 'vitest';
import { dateTime } from '../../../../lib/entries/codec.js';
import { decoded } from '../../../support/converted.js';
import { generatedSchema, LIBRARIES } from '../../../support/schema-verdicts.js';

const SCHEMA = { type: 'string', format: 'date-time' };

const ACCEPTED = [
  '2026-11-25T10:00:00Z',
  '2026-11-25t10:00:00z',
  '2026-11-25T10:00:00+02:00',
  '2026-11-25T10:00:00-00:00',
  '2026-11-25T10:00:00.123456789Z',
];
const REJECTED = [
  '2026-11-25T10:00:00+0200',
  '2026-11-25T10:00:00+02',
  '2026-11-25T10:00:00+24:00',
  '2026-11-25T10:00:00',
  '2026-11-25T10:00Z',
  '2026-11-25 10:00:00Z',
  '2026-02-30T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-11-25T24:00:00Z',
];

describe('a date-time', () => {
  it.each(ACCEPTED)('can be %s, in the codec and in each library', async (text) => {
    const { value, problems } = decoded(dateTime, text);
    expect(problems).toEqual([]);
    for (const schemas of LIBRARIES) {
      const converted = await generatedSchema(SCHEMA, { schemas, dates: 'date' });
      expect(converted.validate(text).value).toEqual(value);
      expect((await generatedSchema(SCHEMA, { schemas })).validate(text).value).toBe(text);
    }
  });

  it.each(REJECTED)("can't be %s, in the codec and in each library", async (text) => {
    expect(decoded(dateTime, text).problems).toHaveLength(1);
    for (const schemas of LIBRARIES)
      for (const dates of ['date', 'string'] as const) {
        const { validate } = await generatedSchema(SCHEMA, { schemas, dates });
        expect(validate(text).issues?.length).toBeGreaterThan(0);
      }
  });
});
