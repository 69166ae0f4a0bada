import { describe, expect, it } from 'vitest';
import { createApi } from '../../../../lib/index.js';
import { generate } from '../../../../lib/entries/openapi-generator.js';
import { clientErrors } from '../../../support/client-errors.js';
import { requestsOf } from '../../../support/generated-client.js';
import { answers, openApi, takes } from '../../../support/open-api.js';
import { LIBRARIES } from '../../../support/schema-verdicts.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const readOnly = (schema: object) => ({ ...schema, readOnly: true });
const DATE = { type: 'string', format: 'date-time' };
const INT64 = { type: 'integer', format: 'int64' };

const USER = {
  type: 'object',
  additionalProperties: false,
  required: ['user_id', 'name'],
  properties: {
    user_id: readOnly(INT64),
    made_at: readOnly(DATE),
    name: { type: 'string' },
    state: readOnly({ type: 'string', enum: ['on', 'off'] }),
    best_friend: ref('User'),
    last_login: readOnly({ type: 'object', properties: { logged_at: DATE } }),
  },
};

const CONVERTED = { dates: 'date', int64: 'bigint' } as const;
const WIRE = {
  user_id: 7,
  made_at: '2026-11-25T10:00:00.000Z',
  name: 'Ada',
  state: 'on',
  best_friend: { user_id: 8, name: 'Bob', last_login: { logged_at: '2026-11-25T10:00:00.000Z' } },
};

const documentOf = (schema: object) =>
  openApi(
    {
      '/': {
        put: {
          operationId: 'save',
          requestBody: takes(ref('User')),
          responses: { 200: answers(ref('User')) },
        },
      },
    },
    { components: { schemas: { User: schema } } },
  );

/** A client whose server returns this JSON, and the bodies that it sent. */
const clientOf = (text: string, reply: object) => {
  const sent: unknown[] = [];
  const api = createApi({
    baseUrl: 'https://a.test',
    fetch: (_, init) => {
      sent.push(JSON.parse(init?.body as string));
      return Promise.resolve(Response.json(reply));
    },
    requests: { save: requestsOf(text)['save']! },
  });
  return { api, sent };
};

const SHAPES = [
  ['a plain object', USER],
  ['typed members', { ...USER, additionalProperties: INT64 }],
  ['patterns', { ...USER, additionalProperties: false, patternProperties: { '^x-': DATE } }],
  ['an allOf', { allOf: [USER, { type: 'object', properties: { seen_at: DATE } }] }],
  ['only readOnly members', { type: 'object', properties: { user_id: readOnly(INT64) } }],
] as const;

describe.each(LIBRARIES)('readOnly members of schemas of %s', (schemas) => {
  const CASES = SHAPES.flatMap(([title, schema]) =>
    (['document', 'camelCase'] as const).flatMap((properties) =>
      [false, true]
        .filter((strictSchemas) => !strictSchemas || title !== 'an allOf')
        .map((strictSchemas) => [title, properties, strictSchemas, schema] as const),
    ),
  );

  it.each(CASES)(
    'are converted back if a received value is sent: %s, names: %s, strict: %s',
    async (title, properties, strictSchemas, schema) => {
      const options = { ...CONVERTED, schemas, properties, strictSchemas };
      const { text } = await generate({ document: documentOf(schema), ...options });
      const wire = title.startsWith('only') ? { user_id: 7 } : WIRE;
      const { api, sent } = clientOf(text, wire);
      const { data, error } = await api.save({ body: { name: 'Eve' } });
      expect(error).toBeNull();
      const [id, other] = properties === 'camelCase' ? ['userId', 'user_id'] : ['user_id', 'userId'];
      expect(data).toMatchObject({ [id]: 7n });
      expect(data).not.toHaveProperty(other);
      expect((await api.save({ body: data })).error).toBeNull();
      expect(sent[1]).toEqual(wire);
    },
  );

  it("never make a call fail, and aren't in the type of the params", async () => {
    const options = { ...CONVERTED, schemas, strictSchemas: true };
    const { text } = await generate({ document: documentOf(USER), ...options });
    const { api, sent } = clientOf(text, WIRE);
    const body = { name: 'Ada', user_id: 'none', made_at: 5, state: 'gone' };
    expect((await api.save({ body })).error).toBeNull();
    expect(sent).toEqual([body]);
    const program = (code: string) =>
      `import type { SaveParams, User, UserInput } from './api.js';\n${code}\n`;
    const sends = 'export const send = (body: User): SaveParams => ({ body });';
    expect(
      clientErrors({
        'api.ts': text,
        'program.ts': program(`${sends}\nexport const a: UserInput = { name: 'Ada' };`),
      }),
    ).toEqual([]);
    expect(
      clientErrors({
        'api.ts': text,
        'program.ts': program(`${sends}\nexport const a: UserInput['made_at'] = 5;`),
      }),
    ).toHaveLength(1);
  });

  it('add nothing to a schema that needs no conversion', async () => {
    const { text } = await generate({ document: documentOf(USER), schemas });
    expect(text).not.toContain('$readOnly');
  });
});
