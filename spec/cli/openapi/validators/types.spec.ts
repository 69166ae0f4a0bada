import { describe, expect, it } from 'vitest';
import { clientErrors } from '../../../support/client-errors.js';
import { generatedFrom } from '../../../support/generated.js';
import { answers, openApi, takes } from '../../../support/open-api.js';
import { LIBRARIES } from '../../../support/schema-verdicts.js';

const TEXT = { type: 'string' };
const INTEGER = { type: 'integer' };
const DATE = { type: 'string', format: 'date' };
const list = (rest: object) => ({ type: 'array', ...rest });
const object = (rest: object) => ({ type: 'object', ...rest });

const SCHEMAS = {
  Pair: list({ prefixItems: [TEXT, INTEGER], minItems: 1, maxItems: 2 }),
  Open: list({ prefixItems: [TEXT], items: INTEGER }),
  Tree: list({ prefixItems: [TEXT, { $ref: '#/components/schemas/Tree' }], items: false }),
  Patterns: object({ patternProperties: { '^x-': INTEGER, '^y-': TEXT } }),
  Dates: object({ patternProperties: { '^x-': DATE }, additionalProperties: false }),
  Mixed: object({ properties: { id: TEXT }, patternProperties: { '^x-': INTEGER } }),
  Rest: object({ properties: { id: TEXT, at: DATE }, required: ['id'], additionalProperties: INTEGER }),
  Names: object({ propertyNames: { pattern: '^a' }, additionalProperties: INTEGER, minProperties: 1 }),
  Origin: { const: { x: 0, y: [0, 'a'] } },
  Unit: { enum: [[1], 'a', null] },
  Choice: { oneOf: [TEXT, INTEGER] },
  Nest: object({ patternProperties: { '^x-': { $ref: '#/components/schemas/Nest' } } }),
  Circle: object({
    properties: { next: { $ref: '#/components/schemas/Circle' }, id: TEXT },
    additionalProperties: INTEGER,
  }),
};

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const paths = Object.fromEntries(
  Object.keys(SCHEMAS).map((name) => [
    `/${name}`,
    {
      get: { operationId: `get${name}`, responses: { 200: answers(ref(name)) } },
      post: {
        operationId: `send${name}`,
        requestBody: takes(ref(name)),
        responses: { 204: { description: '' } },
      },
    },
  ]),
);

const PROGRAM = `import type * as api from './api.js';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
const same = <A, B>(_: Same<A, B>): void => {};
declare const some: { pair: api.Pair; open: api.Open; tree: api.Tree; patterns: api.Patterns; dates: api.Dates; mixed: api.Mixed; rest: api.Rest; names: api.Names; circle: api.Circle };

const [text, count] = some.pair;
same<typeof text, string>(true);
same<typeof count, number | undefined>(true);
same<api.Pair['length'], 1 | 2>(true);
same<api.Open[5], number | string | undefined extends infer _ ? api.Open[5] : never>(true);
export const pairs: api.SendPairParams[] = [{ body: ['a'] }, { body: ['a', 1] }];
export const opens: api.SendOpenParams[] = [{ body: [] }, { body: ['a', 1, 2] }];
export const trees: api.SendTreeParams[] = [{ body: [] }, { body: ['a', ['b', []]] }];

same<NonNullable<(typeof some.patterns)['x-a']>, string | number>(true);
same<NonNullable<(typeof some.dates)['x-a']>, Date>(true);
same<typeof some.mixed.id, string | undefined>(true);
export const mixed: api.SendMixedParams = { body: { id: 'a', 'x-a': 1 } };

same<typeof some.rest.id, string>(true);
same<typeof some.rest.at, Date | undefined>(true);
export const rest: api.SendRestParams = { body: { id: 'a', at: new Date(), more: 1 } };
same<NonNullable<(typeof some.names)['a']>, number>(true);
export const nest: api.SendNestParams = { body: { 'x-a': { 'x-b': {} } } };
export const circle: api.SendCircleParams = { body: { id: 'a', next: { id: 'b' }, more: 1 } };

same<api.Origin, { x: 0; y: [0, 'a'] }>(true);
same<api.Unit, [1] | 'a' | null>(true);
same<api.Choice, string | number>(true);
`;

describe.each(LIBRARIES)('types of %s schemas', (schemas) => {
  it.each([true, false])('follow the document, with strictSchemas %s', async (strictSchemas) => {
    const document = openApi(paths, { components: { schemas: SCHEMAS } });
    const { text } = await generatedFrom(document, { schemas, strictSchemas, dates: 'date' });
    expect(clientErrors({ 'api.ts': text, 'program.ts': PROGRAM })).toEqual([]);
  });
});
