import { describe, expect, it } from 'vitest';
import { generatedSchema, LIBRARIES } from '../../../support/schema-verdicts.js';

const DATE = { type: 'string', format: 'date' };
const WIRE = '2026-02-28';
const DAY = new Date(`${WIRE}T00:00:00Z`);

const object = (kinds: readonly unknown[], properties: object = {}): object => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { enum: kinds }, ...properties },
});

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const others = {
  Card: object(['visa', 'master'], { day: { type: 'string' } }),
  Debit: object(['iban', 'sepa'], { day: DATE }),
  Cash: object(['coin', 'note', null], { day: DATE, coins: { type: 'integer' } }),
  Known: { oneOf: [ref('Card'), ref('Cash')] },
};

/** The same types, whose objects don't need a kind. */
const optional = Object.fromEntries(
  Object.entries(others).map(([name, schema]) => [name, { ...schema, required: [] }]),
);

const discriminator = { propertyName: 'kind' };

describe.each(LIBRARIES)('a union of objects with enums in open schemas of %s', (schemas) => {
  const options = { schemas, dates: 'date', others } as const;

  it.each([
    ['a union', { oneOf: [ref('Card'), ref('Debit'), ref('Cash')] }],
    ['a union in a union', { anyOf: [ref('Known'), ref('Debit')] }],
    ['a union that can be null', { anyOf: [ref('Card'), ref('Debit'), ref('Cash'), { type: 'null' }] }],
    ['a union with a discriminator', { oneOf: [ref('Card'), ref('Debit'), ref('Cash')], discriminator }],
  ])('converts an object as the member with its value: %s', async (_, schema) => {
    const { validate } = await generatedSchema(schema, options);
    expect(validate({ kind: 'visa', day: WIRE })).toMatchObject({ value: { kind: 'visa', day: WIRE } });
    expect(validate({ kind: 'sepa', day: WIRE })).toMatchObject({ value: { kind: 'sepa', day: DAY } });
    expect(validate({ kind: 'note', day: WIRE })).toMatchObject({ value: { kind: 'note', day: DAY } });
    expect(validate({ kind: null, day: WIRE })).toMatchObject({ value: { kind: null, day: DAY } });
  });

  it('converts an object as the member with its value if the value can be missing', async () => {
    const schema = { oneOf: [ref('Card'), ref('Debit')] };
    const { validate } = await generatedSchema(schema, { ...options, others: optional });
    expect(validate({ kind: 'visa', day: WIRE })).toMatchObject({ value: { kind: 'visa', day: WIRE } });
    expect(validate({ kind: 'sepa', day: WIRE })).toMatchObject({ value: { kind: 'sepa', day: DAY } });
    expect(validate({ day: WIRE })).toMatchObject({ value: { day: WIRE } });
  });

  it('accepts unknown values without a discriminator', async () => {
    const { validate } = await generatedSchema({ oneOf: [ref('Card'), ref('Debit')] }, options);
    expect(validate({ kind: 'new', day: WIRE })).toMatchObject({ value: { kind: 'new', day: WIRE } });
  });

  it('rejects unknown values of a discriminator', async () => {
    const schema = { oneOf: [ref('Card'), ref('Debit')], discriminator };
    const { validate } = await generatedSchema(schema, { schemas, others });
    expect(validate({ kind: 'iban' }).issues).toBeUndefined();
    expect(validate({ kind: 'new' }).issues).toHaveLength(1);
  });

  it('lists each member once if nothing is converted', async () => {
    const { text } = await generatedSchema({ oneOf: [ref('Card'), ref('Debit')] }, { schemas, others });
    expect(text).toMatch(/\.union\(\[Card, Debit\]\)/);
  });

  it('lists a union that can be null once', async () => {
    const { text } = await generatedSchema({ anyOf: [ref('Known'), { type: 'null' }] }, options);
    expect(text).toMatch(/const Thing = .*\(\[Known, \w+\.null\(\)\]\)/);
  });
});

describe('a union of objects with enums without a library', () => {
  it('tells objects apart by null, and by an enum that is a schema of its own', async () => {
    const schema = { oneOf: [ref('None'), ref('Debit'), ref('Named')] };
    const none = { type: 'object', required: ['kind'], properties: { kind: { type: 'null' }, day: DATE } };
    const named = { type: 'object', required: ['kind'], properties: { kind: ref('Kind') } };
    const more = { None: none, Named: named, Kind: { enum: ['a', 'b'] } };
    const { text } = await generatedSchema(schema, { dates: 'date', others: { ...others, ...more } });
    expect(text).toContain('withMembers({ kind: [null] }, NoneCodec)');
    expect(text).toContain("withMembers({ kind: ['a', 'b'] }, object({}))");
  });

  it('tells objects apart by values that can be missing', async () => {
    const schema = { oneOf: [ref('Card'), ref('Debit')] };
    const { text } = await generatedSchema(schema, { dates: 'date', others: optional });
    expect(text).toContain("withMembers({ kind: ['visa', 'master', undefined] }, object({}))");
    expect(text).toContain("withMembers({ kind: ['iban', 'sepa', undefined] }, DebitCodec)");
  });
});
