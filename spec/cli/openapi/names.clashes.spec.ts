import { describe, expect, it } from 'vitest';
import { generate, type GenerateOptions } from '../../../lib/entries/openapi-generator.js';
import { clientErrors } from '../../support/client-errors.js';
import { answers, openApi } from '../../support/open-api.js';

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

  it('with a schema whose name starts with $, in groups', async () => {
    expect(await errorsOf(['$ref'], { dates: 'date', groups: 'tags' })).toEqual([]);
  });
});
