import { describe, expect, it } from 'vitest';
import { generate } from '../../../../lib/entries/openapi-generator.js';
import { mocksOf } from '../../../support/generated-mocks.js';

const json = (schema: object, more: object = {}) => ({
  description: '',
  content: { 'application/json': { schema, ...more } },
});

const USER = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    password: { type: 'string', writeOnly: true },
  },
};
const PROBLEM = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };

describe('the mocks of a client', () => {
  it('are a file that imports the client', async () => {
    const { mocks } = await mocksOf({ 200: json(USER), 404: json(PROBLEM) });
    expect(mocks).toBe(`// homing 5.3.1: Shop 1, mocks
/* eslint-disable */
import * as client from './api.js';
import { endpointMock } from 'homing/testing';

export const getThings = /* @__PURE__ */ endpointMock(client.getThings, {
  200: { id: 1, name: 'Ada' },
  404: { title: 'title' },
});
`);
  });

  it('have other imports for endpoints with the same names', async () => {
    const ping = (operationId: string) => ({ get: { operationId, responses: { 204: { description: '' } } } });
    const paths = { '/a': ping('client'), '/b': ping('endpointMock'), '/c': ping('faker') };
    const document = { openapi: '3.1.0', info: {}, paths };
    const { mocks } = await generate({ document, mocks: './api.js', faker: true });
    expect(mocks).toContain("import * as client_ from './api.js';");
    expect(mocks).toContain("import { endpointMock as endpointMock_ } from 'homing/testing';");
    expect(mocks).toContain("import { faker as faker_ } from '@faker-js/faker';\n");
    expect(mocks).toContain('\nfaker_.seed(0);\n');
    expect(mocks).toContain('export const client = /* @__PURE__ */ endpointMock_(client_.client, {');
  });

  it('are left out without the option', async () => {
    const document = { openapi: '3.1.0', info: {}, paths: {} };
    expect(await generate({ document })).not.toHaveProperty('mocks');
  });

  it.each([
    [{ mocks: '' }, 'mocks: pass the module of the client.'],
    [{ mocks: 1 }, 'mocks: pass the module of the client.'],
    [{ mocks: './api.js', seed: -1 }, 'seed: pass a whole number from 0.'],
    [{ mocks: './api.js', seed: 0.5 }, 'seed: pass a whole number from 0.'],
    [{ seed: 0 }, 'seed needs mocks: set it, or remove seed.'],
    [{ faker: true }, 'faker needs mocks: set it, or remove faker.'],
    [{ strictSchemas: true }, 'strictSchemas needs schemas: set it, or remove strictSchemas.'],
  ])('reject the options %j', async (options, message) => {
    const document = { openapi: '3.1.0', info: {}, paths: {} };
    await expect(generate({ document, ...(options as object) })).rejects.toThrow(new TypeError(message));
  });

  it('have a body for each status, and a status for each range', async () => {
    const { bodies } = await mocksOf({
      200: json(USER),
      204: { description: '' },
      400: json(PROBLEM),
      '4XX': json(PROBLEM),
      default: { description: '' },
    });
    expect(bodies).toEqual({
      200: { id: 1, name: 'Ada' },
      204: null,
      400: { title: 'title' },
      401: { title: 'title' },
      500: null,
    });
  });

  it('have data and an error for a single default', async () => {
    const { bodies } = await mocksOf({ default: json(USER) });
    expect(bodies).toEqual({ 200: { id: 1, name: 'Ada' }, 500: { id: 1, name: 'Ada' } });
  });

  it('have texts and Blobs', async () => {
    const text = await mocksOf({
      200: { description: '', content: { 'text/plain': { example: 'Hello', schema: { type: 'string' } } } },
    });
    expect(text.bodies).toEqual({ 200: 'Hello' });
    const blob = await mocksOf({ 200: { description: '', content: { 'image/png': {} } } });
    expect(blob.bodies[200]).toBeInstanceOf(Blob);
  });

  it('leave out an event stream', async () => {
    const content = { 'text/event-stream': { schema: { type: 'string' } } };
    expect((await mocksOf({ 200: { description: '', content } })).bodies).toEqual({});
  });

  it('have the headers that every success requires', async () => {
    const headers = {
      'X-Total': { required: true, schema: { type: 'integer' } },
      'X-Next': { schema: { type: 'string' } },
    };
    expect((await mocksOf({ 200: { ...json(USER), headers } })).headers).toEqual({ 'x-total': '1' });
  });

  it('are equal for equal seeds and differ for others', async () => {
    const first = await mocksOf({ 200: json(USER) }, { seed: 3 });
    expect((await mocksOf({ 200: json(USER) }, { seed: 3 })).mocks).toBe(first.mocks);
    expect(first.bodies).toEqual({ 200: { id: 4, name: 'Barbara' } });
  });

  it('call faker for texts without limits', async () => {
    const { mocks } = await mocksOf({ 200: json(USER) }, { faker: true, seed: 7 });
    expect(mocks).toContain("import { faker } from '@faker-js/faker';\n");
    expect(mocks).toContain('faker.seed(7);\n');
    expect(mocks).toContain('200: { id: 8, name: faker.person.fullName() }');
  });

  it('are dates as texts if the program has Dates', async () => {
    const schema = {
      type: 'object',
      required: ['at'],
      properties: { at: { type: 'string', format: 'date-time' } },
    };
    const { bodies } = await mocksOf({ 200: json(schema) }, { schemas: 'zod', dates: 'date' });
    expect(bodies).toEqual({ 200: { at: '2025-01-01T09:30:00Z' } });
  });

  it('warn about a schema that no found value fits', async () => {
    const { warnings } = await mocksOf({ 200: json({ type: 'string', pattern: '^(a)\\1{2}(?<!a)$' }) });
    expect(warnings).toEqual(['/paths/~1things/get/responses/200']);
  });

  it('quote names and texts of the document', async () => {
    const properties = {
      ["a'];alert(1)//"]: { type: 'string', enum: ["'\n${x}</script>\u2028"] },
      __proto__x: { type: 'null' },
    };
    const { bodies } = await mocksOf({ 200: json({ type: 'object', properties }) });
    expect(bodies[200]).toEqual({ ["a'];alert(1)//"]: "'\n${x}</script>\u2028", __proto__x: null });
  });
});

describe('an example', () => {
  it.each([
    ['of the media type', json(USER, { example: { id: 7, name: 'Eva' } }), { id: 7, name: 'Eva' }],
    ['by name', json(USER, { examples: { one: { value: { id: 8, name: 'Al' } } } }), { id: 8, name: 'Al' }],
    ['of the schema', json({ ...USER, example: { id: 9, name: 'Bo' } }), { id: 9, name: 'Bo' }],
    [
      'in examples of the schema',
      json({ ...USER, examples: [{ id: 5, name: 'Cy' }] }),
      { id: 5, name: 'Cy' },
    ],
    [
      'of a field',
      json({ type: 'object', properties: { id: { type: 'integer', example: 42 }, a: { type: 'string' } } }),
      { id: 42, a: 'a' },
    ],
    ['without a required field is passed over', json(USER, { example: { id: 7 } }), { id: 1, name: 'Ada' }],
    ['of another type is passed over', json(USER, { example: '{}' }), { id: 1, name: 'Ada' }],
  ])('%s', async (_, response, body) => {
    expect((await mocksOf({ 200: response })).bodies).toEqual({ 200: body });
  });
});
