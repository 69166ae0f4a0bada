import { describe, expect, it } from 'vitest';
import { generatedFrom } from '../../../support/generated.js';
import { generatedModule } from '../../../support/generated-client.js';
import { answers, openApi, param } from '../../../support/open-api.js';
import { LIBRARIES, type StandardSchema } from '../../../support/schema-verdicts.js';

const documentOf = (schema: object) =>
  openApi({ '/': { get: { operationId: 'call', responses: { 200: answers(schema) } } } });

describe.each(LIBRARIES)('a keyword that a schema of %s ignores', (schemas) => {
  it('is a warning with its place, for a pattern that JavaScript does not know', async () => {
    const document = documentOf({ type: 'string', pattern: '(?<open' });
    const { text, warnings } = await generatedFrom(document, { schemas });
    expect(warnings).toEqual([
      "/paths/~1/get/responses/200/content/application~1json/schema: the pattern isn't a regular expression of JavaScript, so it is ignored: fix it",
    ]);
    expect(text).not.toContain('RegExp');
    expect(() => generatedModule(text)).not.toThrow();
  });

  it('is a warning for a pattern of patternProperties that JavaScript does not know', async () => {
    const document = documentOf({
      type: 'object',
      patternProperties: { '(?<open': { type: 'string' }, '^x-': { type: 'string' } },
      additionalProperties: false,
    });
    const { text, warnings } = await generatedFrom(document, { schemas, strictSchemas: true });
    expect(warnings).toEqual([expect.stringMatching(/patternProperties\/.* so it is ignored: fix it$/)]);
    const { CallData } = generatedModule(text) as Record<string, StandardSchema>;
    const isAccepted = (value: unknown) => CallData!['~standard'].validate(value).issues === undefined;
    expect([{ 'x-a': 'b' }, { open: 1 }, { 'x-a': 1 }].map(isAccepted)).toEqual([true, true, false]);
  });

  it('is a warning for not, unless strict schemas check it', async () => {
    const document = documentOf({ type: 'string', not: { const: 'a' } });
    const { warnings } = await generatedFrom(document, { schemas });
    expect(warnings).toEqual([expect.stringContaining('`not` is ignored')]);
    expect((await generatedFrom(document, { schemas, strictSchemas: true })).warnings).toEqual([]);
    const unknown = documentOf({ type: 'string', not: { format: 'color' } });
    const strict = await generatedFrom(unknown, { schemas, strictSchemas: true });
    expect(strict.warnings).toEqual([expect.stringContaining('`not` is ignored')]);
  });

  it('is a warning for unevaluatedProperties next to other schemas', async () => {
    const whole = { type: 'object', properties: { a: {} }, unevaluatedProperties: false };
    expect((await generatedFrom(documentOf(whole), { schemas })).warnings).toEqual([]);
    const composed = documentOf({ allOf: [{ type: 'object' }], unevaluatedProperties: false });
    const { warnings } = await generatedFrom(composed, { schemas });
    expect(warnings).toEqual([expect.stringContaining('`unevaluatedProperties` is ignored')]);
  });

  it('is a warning for a member __proto__, which is left out', async () => {
    const schema = { type: 'object', additionalProperties: false, required: ['__proto__', 'a'] };
    const properties = JSON.parse('{"__proto__":{"type":"string"},"a":{"type":"number"}}') as object;
    const document = documentOf({ ...schema, properties });
    const { text, warnings } = await generatedFrom(document, { schemas, strictSchemas: true });
    expect(warnings).toEqual([
      "/paths/~1/get/responses/200/content/application~1json/schema: the member `__proto__` is left out: the schema libraries don't keep it",
    ]);
    expect(text).not.toContain('__proto__');
    const { CallData } = generatedModule(text) as Record<string, StandardSchema>;
    const { value, issues } = CallData!['~standard'].validate(JSON.parse('{"__proto__":"x","a":1}'));
    expect(issues).toBeUndefined();
    expect(value).toMatchObject({ a: 1 });
    const renamed = await generatedFrom(document, { schemas, properties: 'camelCase' });
    expect(renamed.warnings).toEqual([]);
    expect(renamed.text).toContain('  proto: ');
  });

  it('is a warning for a parameter __proto__, which is left out', async () => {
    const parameters = [param('query', '__proto__'), param('query', 'a')];
    const document = openApi({ '/': { get: { operationId: 'call', parameters, responses: {} } } });
    const { text, warnings } = await generatedFrom(document, { schemas });
    expect(warnings).toContain(
      "/paths/~1/get/parameters/0/schema: the member `__proto__` is left out: the schema libraries don't keep it",
    );
    expect(text).toContain('  a: ');
    expect(text).not.toContain('  __proto__');
    const renamed = await generatedFrom(document, { schemas, properties: 'camelCase' });
    expect(renamed.warnings.join()).not.toContain('__proto__');
    expect(renamed.text).toContain('  proto: ');
  });

  it('is a warning for contains', async () => {
    const { warnings } = await generatedFrom(documentOf({ type: 'array', contains: {} }), { schemas });
    expect(warnings).toEqual([expect.stringContaining('`contains` is ignored')]);
  });
});

describe('a client without schemas', () => {
  it('has no warnings about keywords of schemas', async () => {
    const document = documentOf({ type: 'string', format: 'date', pattern: '(?<open', contains: {} });
    expect((await generatedFrom(document, { dates: 'date' })).warnings).toEqual([]);
  });
});
