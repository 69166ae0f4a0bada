import { describe, expect, it } from 'vitest';
import { generate, type GenerateOptions } from '../../../lib/entries/openapi-generator.js';
import { clientErrors } from '../../support/client-errors.js';
import { answers, openApi } from '../../support/open-api.js';
import { LIBRARIES } from '../../support/schema-verdicts.js';

const DATE = { type: 'string', format: 'date-time' };

/** The compiler errors of a client whose schemas have these names, and refer to themselves. */
const errorsOf = async (names: readonly string[], options: Partial<GenerateOptions>): Promise<string[]> => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = names.map((name) => [
    name,
    { type: 'object', properties: { made_at: DATE, next_one: ref(name) } },
  ]);
  const paths = names.map((name, index) => [
    `/${index}`,
    { get: { operationId: `get${index}`, tags: ['a'], responses: { 200: answers(ref(name)) } } },
  ]);
  const document = openApi(Object.fromEntries(paths) as Record<string, unknown>, {
    components: { schemas: Object.fromEntries(schemas) as object },
  });
  const { text, parts } = await generate({ document, fileName: 'api.ts', ...options });
  const files = parts.map(({ fileName, text: ofPart }) => [fileName, ofPart]);
  return clientErrors({ 'api.ts': text, ...(Object.fromEntries(files) as Record<string, string>) });
};

describe('a generated client compiles', () => {
  it('with a schema named Codec', async () => {
    expect(await errorsOf(['Codec'], { dates: 'date' })).toEqual([]);
  });

  it('with a schema named like the codec of another schema', async () => {
    const options = { schemas: 'zod', properties: 'camelCase' } as const;
    expect(await errorsOf(['User', 'UserCodec'], options)).toEqual([]);
  });

  it('with a schema named like a function of the file', async () => {
    expect(await errorsOf(['$object'], { schemas: 'zod' })).toEqual([]);
  });

  it.each(LIBRARIES)('with schemas named like types of TypeScript, which %s joins', async (library) => {
    const base = { type: 'object', properties: { made_at: DATE } };
    const joined = { allOf: [{ $ref: '#/components/schemas/Partial' }, base] };
    const schemas = { Partial: base, Record: joined, Readonly: joined, Date: joined, Array: joined };
    const paths = Object.keys(schemas).map((name) => [
      `/${name}`,
      {
        get: {
          operationId: `get${name}`,
          responses: { 200: answers({ $ref: `#/components/schemas/${name}` }) },
        },
      },
    ]);
    const document = openApi(Object.fromEntries(paths) as Record<string, unknown>, {
      components: { schemas },
    });
    const { text } = await generate({ document, fileName: 'api.ts', schemas: library, dates: 'date' });
    expect(text).toContain('$merge');
    expect(clientErrors({ 'api.ts': text })).toEqual([]);
  });

  it('with a schema whose name starts with $, in groups', async () => {
    expect(await errorsOf(['$ref'], { dates: 'date', groups: 'tags' })).toEqual([]);
  });
});

/** A document whose only operation returns a User. */
const documentOf = (operationId: string) =>
  openApi(
    { '/': { get: { operationId, responses: { 200: answers({ $ref: '#/components/schemas/User' }) } } } },
    { components: { schemas: { User: { type: 'object', properties: { made_at: DATE } } } } },
  );

describe('an endpoint and a schema with one name', () => {
  const ref = { $ref: '#/components/schemas/\u540d' };
  const named = (operationId: string) =>
    openApi(
      { '/': { get: { operationId, responses: { 200: answers(ref) } } } },
      { components: { schemas: { '\u540d': { type: 'object', properties: { made_at: DATE } } } } },
    );
  const errorsIn = async (options: GenerateOptions): Promise<string[]> => {
    const { text } = await generate({ dates: 'date', properties: 'camelCase', ...options });
    return clientErrors({ 'api.ts': text });
  };

  it.each(LIBRARIES)('compile with schemas of %s, and the schema gets a number', async (schemas) => {
    const document = named('\u540d');
    expect(await errorsIn({ document, schemas })).toEqual([]);
    const { text } = await generate({ document, schemas });
    expect(text).toContain('export const \u540d2 = ');
    expect(text).toContain('export const \u540d = /* @__PURE__ */ new HomingRequest<');
  });

  it.each(LIBRARIES)('compile with schemas of %s if onOperation returned the name', async (schemas) => {
    const onOperation = () => ({ name: 'User' });
    const document = documentOf('get');
    expect(await errorsIn({ document, schemas, onOperation })).toEqual([]);
    const { text } = await generate({ document, schemas, onOperation });
    expect(text).toContain('export const User = /* @__PURE__ */ new HomingRequest<');
  });

  it('keep their names without a schema library', async () => {
    const { text } = await generate({ document: named('\u540d') });
    expect(text).toContain('export type \u540d = ');
    expect(text).toContain('export const \u540d = ');
  });

  it("aren't changed by a filter", async () => {
    const other = { get: { operationId: '\u540d', responses: {} } };
    const { paths, ...rest } = named('getIt');
    const document = { ...rest, paths: { ...(paths as object), '/other': other } };
    const texts = [{}, { exclude: ['operation:\u540d'] as const }].map(async (filters) => {
      const { text } = await generate({ document, schemas: 'zod', ...filters });
      return text.includes('export const \u540d2 = ');
    });
    expect(await Promise.all(texts)).toEqual([true, true]);
  });

  it('are rejected with a schema library if onSchema returned the name', async () => {
    const options = { document: named('user'), onSchema: () => ({ name: 'user' }) };
    await expect(generate({ ...options, schemas: 'zod' })).rejects.toThrow(
      'returned the name "user", which an endpoint has: return another',
    );
    expect(await errorsIn(options)).toEqual([]);
  });
});

describe('a name of an endpoint', () => {
  it('gets an underscore before $, with which functions of the file start', async () => {
    const { text } = await generate({ document: documentOf('$object'), schemas: 'zod' });
    expect(text).toContain('export const _$object = ');
    expect(clientErrors({ 'api.ts': text })).toEqual([]);
  });

  it("can't be the name of a codec", async () => {
    const onOperation = () => ({ name: 'UserCodec' });
    const { text } = await generate({ document: documentOf('get'), dates: 'date', onOperation });
    expect(clientErrors({ 'api.ts': text })).toEqual([]);
  });
});
