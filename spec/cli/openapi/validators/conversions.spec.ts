import { describe, expect, it, vi } from 'vitest';
import { generatedSchema, LIBRARIES } from '../../../support/schema-verdicts.js';

const DATE = { type: 'string', format: 'date' };
const WIRE = '2026-02-28';
const DAY = new Date(`${WIRE}T00:00:00Z`);

const SCHEMAS: readonly (readonly [title: string, schema: object, wire: unknown, data: unknown])[] = [
  [
    'patternProperties',
    { type: 'object', properties: { id: { type: 'integer' } }, patternProperties: { '^x-': DATE } },
    { id: 1, 'x-a': WIRE, more: WIRE },
    { id: 1, 'x-a': DAY, more: WIRE },
  ],
  [
    'a member that a pattern also describes',
    { type: 'object', properties: { 'x-a': DATE }, patternProperties: { '^x-': DATE } },
    { 'x-a': WIRE, 'x-b': WIRE },
    { 'x-a': DAY, 'x-b': DAY },
  ],
  [
    'additionalProperties next to a pattern',
    { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: DATE },
    { a: WIRE, 'x-a': WIRE },
    { a: DAY, 'x-a': WIRE },
  ],
  [
    'additionalProperties next to a member',
    { type: 'object', properties: { id: { type: 'integer' } }, additionalProperties: DATE },
    { id: 1, a: WIRE },
    { id: 1, a: DAY },
  ],
  [
    'items of a tuple that can be missing',
    { type: 'array', prefixItems: [{ type: 'string' }, DATE, DATE], minItems: 1 },
    ['a', WIRE],
    ['a', DAY],
  ],
  ['a oneOf', { oneOf: [{ type: 'integer' }, { type: 'array', items: DATE }] }, [WIRE, WIRE], [DAY, DAY]],
  [
    'a schema with not',
    { type: 'object', properties: { a: DATE }, not: { required: ['b'] } },
    { a: WIRE },
    { a: DAY },
  ],
];

describe.each(LIBRARIES)('dates in strict schemas of %s', (schemas) => {
  it.each(SCHEMAS)('are converted in both directions: %s', async (_, schema, wire, data) => {
    const options = { schemas, strictSchemas: true, dates: 'date' } as const;
    const received = await generatedSchema(schema, { ...options, side: 'received' });
    expect(received.validate(wire)).toMatchObject({ value: data });
    const sent = await generatedSchema(schema, { ...options, side: 'sent' });
    expect(sent.validate(data)).toMatchObject({ value: wire });
  });

  const OBJECT = { type: 'object', properties: { a: { type: 'string' } } };

  it.each([false, true])('are sent from a union with an object, if strict is %s', async (strictSchemas) => {
    const schema = { oneOf: [OBJECT, { type: 'object', additionalProperties: { type: 'integer' } }, DATE] };
    const { validate } = await generatedSchema(schema, {
      schemas,
      strictSchemas,
      dates: 'date',
      side: 'sent',
    });
    expect(validate(DAY)).toMatchObject({ value: WIRE });
    expect(validate({ a: 'b' })).toMatchObject({ value: { a: 'b' } });
  });

  it('are sent from a union with an object, if the date can be null', async () => {
    const schema = { anyOf: [OBJECT, { ...DATE, type: ['string', 'null'] }] };
    const { validate } = await generatedSchema(schema, { schemas, dates: 'date', side: 'sent' });
    expect(validate(DAY)).toMatchObject({ value: WIRE });
    expect(validate(null)).toMatchObject({ value: null });
  });

  it('are sent without the name of their calendar, if they are of Temporal', async () => {
    class PlainDate {
      toString({ calendarName = 'auto' } = {}): string {
        return calendarName === 'never' ? WIRE : `${WIRE}[u-ca=hebrew]`;
      }
    }
    vi.stubGlobal('Temporal', { PlainDate });
    const { validate } = await generatedSchema(DATE, { schemas, dates: 'temporal', side: 'sent' });
    expect(validate(new PlainDate())).toMatchObject({ value: WIRE });
    vi.unstubAllGlobals();
  });

  it('reject days that do not exist', async () => {
    const { validate } = await generatedSchema(DATE, { schemas, dates: 'date' });
    expect(validate('2026-02-30').issues).toHaveLength(1);
    expect(validate(WIRE).value).toEqual(DAY);
  });

  it('report the place of a member that a pattern rejects', async () => {
    const schema = { type: 'array', items: { type: 'object', patternProperties: { '^x-': DATE } } };
    const { validate } = await generatedSchema(schema, { schemas, dates: 'date' });
    const [issue] = validate([{ 'x-a': 'soon' }]).issues ?? [];
    const { path = [] } = issue as { path?: readonly (PropertyKey | { readonly key: PropertyKey })[] };
    expect(path.map((step) => (typeof step === 'object' ? step.key : step))).toEqual([0, 'x-a']);
  });
});
